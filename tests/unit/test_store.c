// The store of results (store/store.h): what is written is read again, by this process and others, until it
// is removed; damage, limits, kills and other people's files never end the process that uses it, and never
// give a value that was not written.
#include "base/memory.h"
#include "store/store.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <dirent.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

enum { LIMIT = 16 << 20 };

static char folder[] = "/tmp/heddle-store-XXXXXX", stored[64], data_file[96];

static void remove_all(const char *path)
{
    DIR *list = opendir(path);
    for (struct dirent *entry; list && (entry = readdir(list));) {
        char name[512];
        if (strcmp(entry->d_name, ".") == 0 || strcmp(entry->d_name, "..") == 0)
            continue;
        snprintf(name, sizeof name, "%s/%s", path, entry->d_name);
        if (unlink(name) != 0)
            remove_all(name);
    }
    if (list)
        closedir(list);
    rmdir(path);
}

// Every test begins without a store.
static int begin(void **state)
{
    (void)state;
    if (strstr(folder, "XXXXXX") && !mkdtemp(folder))
        return -1;
    snprintf(stored, sizeof stored, "%s/store", folder);
    snprintf(data_file, sizeof data_file, "%s/heddle.mdb", stored);
    remove_all(stored);
    return 0;
}

static int end(void **state)
{
    (void)state;
    remove_all(folder);
    return 0;
}

static struct store *open_good(uint64_t limit)
{
    struct error error = {0};
    struct store *store = store_open(stored, limit, &error);
    if (!store)
        fail_msg("%s", error.message);
    return store;
}

static struct store_key key_of(uint32_t number)
{
    return (struct store_key){.high = number * 0x9e3779b97f4a7c15u, .low = number, .kind = 1 + number % 2};
}

// The value of a number: its length and its bytes depend on it. Every third one can hardly be compressed.
static char *value_of(uint32_t number, size_t size)
{
    char *value = memory_alloc(size + 1);
    uint64_t random = number + 1;
    for (size_t i = 0; i < size; i++) {
        random = random * 6364136223846793005u + 1442695040888963407u;
        value[i] = number % 3 ? (char)('a' + number % 7 + (i / 50) % 3) : (char)(random >> 56);
    }
    value[size] = 0;
    return value;
}

static bool write_number(struct store *store, uint32_t number, size_t size, struct error *error)
{
    char title[32], *value = value_of(number, size);
    snprintf(title, sizeof title, "program-%u.c", number);
    struct store_entry entry = {.key = key_of(number), .title = title, .data = value, .size = size};
    bool good = store_write(store, &entry, 1, error);
    memory_free(value);
    return good;
}

static void write_good(struct store *store, uint32_t number, size_t size)
{
    struct error error = {0};
    if (!write_number(store, number, size, &error))
        fail_msg("%u: %s", number, error.message);
}

// Whether the entry is there. A value other than the one that was written is wrong in any case.
static bool has(struct store *store, uint32_t number, size_t size)
{
    size_t got;
    struct store_key key = key_of(number);
    char *value = store_read(store, &key, &got), *expected = value_of(number, size);
    bool there = value != NULL;
    if (there) {
        assert_int_equal(got, size);
        assert_memory_equal(value, expected, size);
        assert_int_equal(value[size], 0);
    }
    memory_free(value);
    memory_free(expected);
    return there;
}

struct listed {
    uint32_t items;
    uint64_t size, uses;
    char last_title[64];
};

static void add_item(void *context, const struct store_item *item)
{
    struct listed *listed = context;
    listed->items++;
    listed->size += item->size;
    listed->uses += item->uses;
    snprintf(listed->last_title, sizeof listed->last_title, "%s", item->title);
    assert_true(item->written > 1600000000);
    assert_true(item->stored <= item->size);
    assert_true((item->used == 0) == (item->uses == 0));
}

static struct listed list(struct store *store)
{
    struct error error = {0};
    struct listed listed = {0};
    if (!store_list(store, add_item, &listed, &error))
        fail_msg("%s", error.message);
    return listed;
}

static const size_t sizes[] = {0, 1, 100, 2000, 5000, 65519, 65520, 65521, 200000, 1500000};
enum { SIZES = sizeof sizes / sizeof *sizes };

static void test_round_trip(void **state)
{
    (void)state;
    struct store *store = open_good(LIMIT);
    for (uint32_t i = 0; i < 3 * SIZES; i++) {
        assert_false(has(store, i, sizes[i % SIZES]));
        write_good(store, i, sizes[i % SIZES]);
        assert_true(has(store, i, sizes[i % SIZES]));
    }
    store_close(store);
    store = open_good(LIMIT);
    for (uint32_t i = 0; i < 3 * SIZES; i++)
        assert_true(has(store, i, sizes[i % SIZES]));
    struct listed listed = list(store);
    assert_int_equal(listed.items, 3 * SIZES);
    assert_int_equal(listed.uses, 2 * 3 * SIZES); // read by both
    struct error error = {0};
    uint64_t checked, removed;
    assert_true(store_check(store, &checked, &removed, &error));
    assert_int_equal(checked, 3 * SIZES);
    assert_int_equal(removed, 0);
    assert_null(store_failure(store));
    store_close(store);
    store_close(NULL);
}

static void test_replace_and_remove(void **state)
{
    (void)state;
    struct error error = {0};
    struct store *store = open_good(LIMIT);
    write_good(store, 7, 300000);
    assert_true(has(store, 7, 300000));
    write_good(store, 7, 10);
    assert_true(has(store, 7, 10));
    struct store_numbers numbers;
    assert_true(store_count(store, &numbers, &error));
    assert_int_equal(numbers.entries, 1);
    assert_int_equal(numbers.size, 10);
    assert_int_equal(numbers.limit, LIMIT);
    assert_true(numbers.used <= numbers.file);
    struct listed listed = list(store);
    assert_int_equal(listed.uses, 2); // which the new value keeps
    assert_string_equal(listed.last_title, "program-7.c");
    struct store_key key = key_of(7);
    assert_true(store_remove(store, &key, &error));
    assert_true(store_remove(store, &key, &error));
    assert_false(has(store, 7, 10));
    uint64_t checked, removed;
    assert_true(store_check(store, &checked, &removed, &error));
    assert_int_equal(checked + removed, 0);
    store_close(store);
}

// One transaction for all of them; a list of many comes in parts.
static void test_many_at_once(void **state)
{
    (void)state;
    enum { MANY = 3500 };
    struct error error = {0};
    struct store *store = open_good(LIMIT);
    struct store_entry *entries = memory_zalloc(MANY, sizeof *entries);
    for (uint32_t i = 0; i < MANY; i++)
        entries[i] = (struct store_entry){.key = key_of(i), .data = value_of(i, i % 300), .size = i % 300};
    assert_true(store_write(store, entries, MANY, &error));
    for (uint32_t i = 0; i < MANY; i += 97)
        assert_true(has(store, i, i % 300));
    assert_int_equal(list(store).items, MANY);
    uint64_t checked, removed;
    assert_true(store_check(store, &checked, &removed, &error));
    assert_int_equal(checked, MANY);
    for (uint32_t i = 0; i < MANY; i++)
        memory_free((void *)(uintptr_t)entries[i].data);
    memory_free(entries);
    store_close(store);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(test_round_trip, begin),
        cmocka_unit_test_setup(test_replace_and_remove, begin),
        cmocka_unit_test_setup(test_many_at_once, begin),
    };
    return cmocka_run_group_tests(tests, begin, end);
}
