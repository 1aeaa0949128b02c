// The store of results (store/store.h): what is written is read again, by this process and others, until it
// is removed; damage, limits, kills and other people's files never end the process that uses it, and never
// give a value that was not written.
#include "base/failure.h"
#include "base/memory.h"
#include "store/store.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <dirent.h>
#include <fcntl.h>
#include <lmdb.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mount.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

enum { FILE_MOST = 64 << 20, LIMIT = 16 << 20, LARGE = 64 << 20 };

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

// Damage

static char *read_file(const char *path, size_t *size)
{
    FILE *file = fopen(path, "rb");
    assert_non_null(file);
    char *bytes = malloc(FILE_MOST);
    assert_non_null(bytes);
    *size = fread(bytes, 1, FILE_MOST, file);
    assert_true(*size < FILE_MOST);
    fclose(file);
    return bytes;
}

static void write_file(const char *path, const char *bytes, size_t size)
{
    FILE *file = fopen(path, "wb");
    assert_non_null(file);
    assert_int_equal(fwrite(bytes, 1, size, file), size);
    assert_int_equal(fclose(file), 0);
}

// What was found of a store that may be damaged.
struct found {
    unsigned opened, values, failed;
};

enum { SOME = 40 };

static size_t size_of_some(uint32_t number)
{
    return number < 20 ? 10 + 50 * number : 700 * number;
}

// Opens it, reads, lists, checks and writes. Whatever is wrong ends in a message; values are right or absent.
static void use_damaged(struct found *found)
{
    struct error error = {0}, ignored = {0};
    struct store *store = store_open(stored, LIMIT, &error);
    if (!store) {
        assert_non_null(strstr(error.message, stored));
        assert_null(strchr(error.message, '\n'));
        found->failed++;
        error_free(&error);
        return;
    }
    found->opened++;
    for (uint32_t i = 0; i < SOME; i++)
        found->values += has(store, i, size_of_some(i));
    struct listed listed = {0};
    uint64_t checked, removed;
    store_list(store, add_item, &listed, &ignored);
    bool written = write_number(store, 1000, 3000, &ignored);
    store_check(store, &checked, &removed, &ignored);
    if (written && !store_failure(store))
        has(store, 1000, 3000);
    found->failed += store_failure(store) != NULL;
    error_free(&ignored);
    store_close(store);
}

static void make_some(void)
{
    struct store *store = open_good(LIMIT);
    for (uint32_t i = 0; i < SOME; i++)
        write_good(store, i, size_of_some(i));
    for (uint32_t i = 0; i < SOME; i += 5) // free pages
        write_good(store, i, size_of_some(i));
    store_close(store);
}

static uint32_t random_below(uint64_t *random, size_t limit)
{
    *random = *random * 6364136223846793005u + 1442695040888963407u;
    return (uint32_t)((*random >> 33) % limit);
}

static unsigned count_from_environment(const char *name, unsigned otherwise)
{
    const char *text = getenv(name);
    return text ? (unsigned)strtoul(text, NULL, 10) : otherwise;
}

static void test_flipped_bytes(void **state)
{
    (void)state;
    make_some();
    size_t size;
    char *bytes = read_file(data_file, &size), *copy = malloc(FILE_MOST);
    struct found found = {0};
    uint64_t random = 1;
    unsigned turns = count_from_environment("STORE_FLIPS", 300);
    for (unsigned turn = 0; turn < turns; turn++) {
        memcpy(copy, bytes, size);
        unsigned flips = 1 + random_below(&random, turn % 2 ? 3 : 40);
        for (unsigned i = 0; i < flips; i++) {
            size_t at = random_below(&random, size);
            if (turn % 3) // the beginnings of pages have most of what matters
                at = at / 4096 * 4096 + random_below(&random, 64);
            if (turn % 5)
                copy[at] = (char)(copy[at] ^ (char)(1u << random_below(&random, 8)));
            else
                copy[at] = (char)random_below(&random, 256);
        }
        write_file(data_file, copy, size);
        use_damaged(&found);
    }
    print_message("%u opened, %u failed, %u values\n", found.opened, found.failed, found.values);
    assert_true(turns < 100 || (found.opened && found.failed && found.values > turns));
    free(bytes);
    free(copy);
}

static void test_truncated(void **state)
{
    (void)state;
    make_some();
    size_t size;
    char *bytes = read_file(data_file, &size);
    struct found found = {0};
    for (size_t length = 0; length < size; length += length < 9000 ? 1777 : 12288 + 511) {
        write_file(data_file, bytes, length);
        use_damaged(&found);
    }
    print_message("%u opened, %u failed, %u values\n", found.opened, found.failed, found.values);
    assert_true(found.opened && found.failed);
    free(bytes);
}

// The limit

static void test_least_used_go_first(void **state)
{
    (void)state;
    enum { SIZE = 19800, FIRST = 100, ALL = 200 }; // multiples of 3: not compressed
    struct error error = {0};
    struct store *store = open_good(1);
    struct stat status;
    for (uint32_t i = 0; i < ALL; i++) {
        write_good(store, 3 * i, SIZE);
        assert_true(has(store, 3 * i, SIZE));
        if (i < FIRST) // this one is useful, and forgotten later
            assert_true(has(store, 0, SIZE));
        assert_int_equal(stat(data_file, &status), 0);
        assert_true((uint64_t)status.st_size <= STORE_SIZE_LEAST);
    }
    assert_false(has(store, 0, SIZE));
    assert_false(has(store, 3, SIZE));
    for (uint32_t i = ALL - 15; i < ALL; i++)
        assert_true(has(store, 3 * i, SIZE));
    struct store_numbers numbers;
    assert_true(store_count(store, &numbers, &error));
    assert_in_range(numbers.entries, 20, 40);
    assert_int_equal(numbers.limit, STORE_SIZE_LEAST);
    assert_true(numbers.used < numbers.limit);
    assert_false(write_number(store, 3 * ALL, STORE_SIZE_LEAST / 4, &error));
    assert_non_null(strstr(error.message, "a quarter of the store's size limit"));
    error_free(&error);
    assert_null(store_failure(store));
    write_good(store, 3 * ALL, STORE_SIZE_LEAST / 5);
    assert_true(has(store, 3 * ALL, STORE_SIZE_LEAST / 5));
    store_close(store);
}

// Values of many sizes, so that free space lies in pieces; more is replaced than kept.
static void test_full_all_the_time(void **state)
{
    (void)state;
    enum { TURNS = 400 };
    static uint32_t size_of[100];
    struct store *store = open_good(3 << 20);
    uint64_t random = 3;
    unsigned there = 0;
    memset(size_of, 0, sizeof size_of);
    for (int turn = 0; turn < TURNS; turn++) {
        uint32_t number = random_below(&random, 100);
        size_of[number] = turn % 7 ? random_below(&random, 60000) : random_below(&random, 500000);
        write_good(store, number, size_of[number]);
        assert_true(has(store, number, size_of[number]));
    }
    for (uint32_t i = 0; i < 100; i++)
        there += has(store, i, size_of[i]);
    assert_true(there > 10);
    store_close(store);
    // A larger limit is used at once, a smaller one with the next write.
    store = open_good(6 << 20);
    for (uint32_t i = 200; i < 220; i++)
        write_good(store, 3 * i, 60000);
    for (uint32_t i = 200; i < 220; i++)
        assert_true(has(store, 3 * i, 60000));
    store_close(store);
    store = open_good(2 << 20);
    write_good(store, 0, 100);
    struct store_numbers numbers;
    struct error error = {0};
    assert_true(store_count(store, &numbers, &error));
    assert_true(numbers.used <= 2 << 20);
    assert_true(numbers.file > 2 << 20);
    assert_true(store_compact(store, &error));
    assert_true(store_count(store, &numbers, &error));
    assert_true(numbers.file <= 2 << 20);
    assert_true(has(store, 0, 100));
    write_good(store, 1, 100000);
    store_close(store);
    store = open_good(2 << 20);
    assert_true(has(store, 0, 100));
    assert_true(has(store, 1, 100000));
    store_close(store);
}

// Folders and files that are not what they should be

static void refuse(const char *path, const char *why)
{
    struct error error = {0};
    struct store *store = store_open(path, LIMIT, &error);
    assert_null(store);
    assert_non_null(strstr(error.message, path));
    if (!strstr(error.message, why))
        fail_msg("\"%s\" does not say \"%s\"", error.message, why);
    error_free(&error);
}

static void test_refused(void **state)
{
    (void)state;
    struct error error = {0};
    char text[96];
    assert_null(store_open_existing(stored, &error));
    assert_non_null(strstr(error.message, "No such file"));
    error_free(&error);
    snprintf(text, sizeof text, "%s/text", folder);
    write_file(text, "text", 4);
    refuse(text, "not a folder");
    snprintf(text, sizeof text, "%s/text/below", folder);
    refuse(text, "Not a directory");

    assert_int_equal(mkdir(stored, 0777), 0);
    assert_null(store_open_existing(stored, &error));
    assert_non_null(strstr(error.message, "there is no store"));
    error_free(&error);
    char *junk = value_of(3, 20000);
    for (size_t size = 1; size <= 20000; size = size < 100 ? size + 50 : size * 5) {
        write_file(data_file, junk, size);
        refuse(stored, "heddle.mdb is no store of heddle's");
    }
    memory_free(junk);
    assert_int_equal(unlink(data_file), 0);
    assert_int_equal(mkdir(data_file, 0777), 0);
    refuse(stored, "heddle.mdb is not a file");
    assert_int_equal(rmdir(data_file), 0);
    assert_int_equal(mkfifo(data_file, 0666), 0);
    refuse(stored, "heddle.mdb is not a file");
    assert_int_equal(unlink(data_file), 0);
    snprintf(text, sizeof text, "%s/data.mdb", stored);
    write_file(text, "", 0);
    refuse(stored, "has an LMDB environment that is not heddle's");
    assert_int_equal(unlink(text), 0);
    write_file(data_file, "", 0); // one that was killed before its first write
    store_close(open_good(LIMIT));
}

// An environment that another program has made.
static void test_foreign_environment(void **state)
{
    (void)state;
    MDB_env *env;
    MDB_txn *txn;
    MDB_dbi table;
    MDB_val key = {3, (void *)(uintptr_t)"key"}, value = {5, (void *)(uintptr_t)"value"};
    assert_int_equal(mkdir(stored, 0777), 0);
    assert_int_equal(mdb_env_create(&env), 0);
    assert_int_equal(mdb_env_open(env, data_file, MDB_NOSUBDIR, 0666), 0);
    assert_int_equal(mdb_txn_begin(env, NULL, 0, &txn), 0);
    assert_int_equal(mdb_dbi_open(txn, NULL, 0, &table), 0);
    assert_int_equal(mdb_put(txn, table, &key, &value, 0), 0);
    assert_int_equal(mdb_txn_commit(txn), 0);
    mdb_env_close(env);
    size_t size, after;
    char *bytes = read_file(data_file, &size);
    refuse(stored, "heddle.mdb is no store of heddle's");
    char *now = read_file(data_file, &after);
    assert_int_equal(size, after);
    assert_memory_equal(bytes, now, size);
    free(bytes);
    free(now);
}

static void test_other_versions(void **state)
{
    (void)state;
    make_some();
    size_t size;
    char *bytes = read_file(data_file, &size);
    for (int version = 0; version < 4; version += 3) {
        for (char *at = bytes; (at = memmem(at, size - (size_t)(at - bytes), "HEDDLES\n", 8)); at += 8)
            at[8] = (char)version;
        write_file(data_file, bytes, size);
        refuse(stored, version ? "from a newer version" : "from an older version");
    }
    free(bytes);
    struct error error = {0};
    assert_true(store_clear(stored, &error));
    assert_false(store_clear(stored, &error));
    error_free(&error);
    struct store *store = open_good(LIMIT);
    assert_int_equal(list(store).items, 0);
    assert_false(store_clear(stored, &error));
    assert_non_null(strstr(error.message, "another process has the store open"));
    error_free(&error);
    struct store *second = open_good(LIMIT);
    assert_false(store_compact(second, &error));
    assert_non_null(strstr(error.message, "another process has the store open"));
    error_free(&error);
    store_close(store);
    assert_true(store_compact(second, &error));
    store_close(second);
}

// Processes

// Runs it in a process of its own, which must end well: 0, or 1 where it has to be left out.
static int in_child(void (*run)(void))
{
    int status;
    pid_t child = fork();
    if (child == 0) {
        run();
        _exit(0);
    }
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_true(WIFEXITED(status) && WEXITSTATUS(status) <= 1);
    return WEXITSTATUS(status);
}

// Inside of in_child.
#define CHECK(condition)                                                                                     \
    do                                                                                                       \
        if (!(condition)) {                                                                                  \
            fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, #condition);                                  \
            _exit(99);                                                                                       \
        }                                                                                                    \
    while (0)

static void read_as_nobody(void)
{
    struct error error = {0};
    if (geteuid() == 0 && seteuid(65534) != 0)
        _exit(1);
    struct store *store = store_open(stored, LIMIT, &error);
    CHECK(store && store_is_read_only(store));
    CHECK(has(store, 5, size_of_some(5)) && !has(store, 500, 1));
    CHECK(!write_number(store, 500, 1, &error) && strstr(error.message, "cannot be written"));
    error_free(&error);
    uint64_t checked, removed;
    CHECK(store_check(store, &checked, &removed, &error) && checked == SOME && removed == 0);
    CHECK(!store_compact(store, &error));
    CHECK(list(store).items == SOME && !store_failure(store));
    store_close(store);
    error_free(&error);
    CHECK(!store_clear(stored, &error));
    error_free(&error);
    char other[96];
    snprintf(other, sizeof other, "%s/other", stored);
    CHECK(!store_open(other, LIMIT, &error) && strstr(error.message, "Permission denied"));
    error_free(&error);
}

static void test_read_only(void **state)
{
    (void)state;
    make_some();
    assert_int_equal(chmod(folder, 0755), 0);
    assert_int_equal(chmod(data_file, 0444), 0);
    char lock[96];
    snprintf(lock, sizeof lock, "%s/heddle.mdb-lock", stored);
    assert_int_equal(chmod(stored, 0555), 0);
    int skipped = in_child(read_as_nobody); // with a lock file that cannot be written
    assert_int_equal(unlink(lock), 0);
    skipped += in_child(read_as_nobody); // and without one
    assert_int_equal(chmod(stored, 0000), 0);
    if (geteuid() != 0)
        refuse(stored, "Permission denied");
    assert_int_equal(chmod(stored, 0755), 0);
    if (skipped)
        skip();
}

// A disk that is full, and one that is mounted read-only: file systems in memory, where they may be mounted.
static void on_small_disk(void)
{
    struct error error = {0};
    if (unshare(CLONE_NEWNS) != 0 || mount("none", "/", NULL, MS_REC | MS_PRIVATE, NULL) != 0 ||
        mount("none", stored, "tmpfs", 0, "size=600k") != 0)
        _exit(1);
    struct store *store = store_open(stored, LIMIT, &error);
    CHECK(store);
    uint32_t number = 0;
    while (number < 3000 && write_number(store, number, 9000, &error))
        number += 3;
    CHECK(number > 30 && number < 3000 && strstr(error.message, "disk is full"));
    error_free(&error);
    CHECK(has(store, 0, 9000) && has(store, number - 3, 9000) && !has(store, number, 9000));
    store_close(store);
    char more[96];
    snprintf(more, sizeof more, "%s/more", stored);
    CHECK(!store_open(more, LIMIT, &error) && strstr(error.message, "No space left"));
    error_free(&error);
    CHECK((store = store_open(stored, LIMIT, &error)));
    CHECK(has(store, 0, 9000));
    store_close(store);
    CHECK(mount("none", stored, NULL, MS_REMOUNT | MS_RDONLY, NULL) == 0);
    CHECK((store = store_open(stored, LIMIT, &error)) && store_is_read_only(store));
    CHECK(has(store, 0, 9000) && !write_number(store, 1, 1, &error));
    error_free(&error);
    store_close(store);
    CHECK(!store_open(more, LIMIT, &error));
    error_free(&error);
}

static void test_full_disk(void **state)
{
    (void)state;
    assert_int_equal(mkdir(stored, 0777), 0);
    if (in_child(on_small_disk))
        skip();
}

static void below_file_limit(void)
{
    struct error error = {0};
    struct rlimit limit = {200000, 200000};
    signal(SIGXFSZ, SIG_IGN);
    CHECK(setrlimit(RLIMIT_FSIZE, &limit) == 0);
    struct store *store = store_open(stored, LIMIT, &error);
    CHECK(store);
    uint32_t number = 0;
    while (number < 300 && write_number(store, number, 9000, &error))
        number += 3;
    CHECK(number > 3 && number < 300 && strstr(error.message, "ulimit -f"));
    CHECK(has(store, 0, 9000) && has(store, number - 3, 9000) && !has(store, number, 9000));
    error_free(&error);
    store_close(store);
    limit = (struct rlimit){1000, 1000};
    char other[96];
    snprintf(other, sizeof other, "%s/other", stored);
    CHECK(setrlimit(RLIMIT_FSIZE, &limit) == 0);
    CHECK(!store_open(other, LIMIT, &error) && strstr(error.message, other));
    error_free(&error);
}

static void test_file_size_limit(void **state)
{
    (void)state;
    assert_int_equal(in_child(below_file_limit), 0);
    struct store *store = open_good(LIMIT);
    assert_true(has(store, 0, 9000));
    write_good(store, 1000, 500000);
    assert_true(has(store, 1000, 500000));
    store_close(store);
}

// `ulimit -v`: the map counts in the store's process, which then says so.
static void below_address_limit(void)
{
    unsigned opened = 0;
    make_some();
    for (rlim_t megabytes = 4096; megabytes > 8; megabytes /= 2) {
        struct rlimit limit = {megabytes << 20, megabytes << 20};
        struct error error = {0};
        CHECK(setrlimit(RLIMIT_AS, &limit) == 0);
        struct store *store = store_open(stored, STORE_SIZE_DEFAULT, &error);
        CHECK(store || strstr(error.message, "memory") || strstr(error.message, "no process"));
        CHECK(!store || has(store, 3, size_of_some(3)) || store_failure(store));
        opened += store != NULL;
        store_close(store);
        error_free(&error);
    }
    CHECK(opened > 3);
}

// The file grows beyond the map that there is address space for.
static void grow_beyond_address_limit(void)
{
    struct error error = {0};
    struct rlimit limit = {150 << 20, 150 << 20};
    CHECK(setrlimit(RLIMIT_AS, &limit) == 0);
    struct store *store = store_open(stored, STORE_SIZE_DEFAULT, &error);
    CHECK(store);
    uint32_t number = 0;
    while (number < 600 && write_number(store, number, 1 << 20, &error))
        number += 3;
    CHECK(number > 0 && number < 600 && strstr(error.message, "memory"));
    CHECK(store_failure(store) && !has(store, 0, 1 << 20));
    store_close(store);
    error_free(&error);
}

static void test_address_limit(void **state)
{
    (void)state;
#ifdef HEDDLE_DEBUG_CHECKS // sanitizers need all of the address space
    skip();
#endif
    assert_int_equal(in_child(below_address_limit), 0);
    assert_int_equal(in_child(grow_beyond_address_limit), 0);
    struct store *store = open_good(STORE_SIZE_DEFAULT);
    assert_true(has(store, 0, 1 << 20));
    store_close(store);
}

// Number `first` and every second one behind it, each of which is there at once.
static void write_half(uint32_t first)
{
    struct error error = {0};
    struct store *store = store_open(stored, LIMIT, &error);
    CHECK(store);
    for (uint32_t i = first; i < 120; i += 2) {
        CHECK(write_number(store, i, 100 * i, &error));
        CHECK(has(store, i, 100 * i));
        has(store, i ^ 1, 100 * (i ^ 1));
    }
    CHECK(!store_failure(store));
    store_close(store);
}

static void test_two_writers(void **state)
{
    (void)state;
    pid_t children[2];
    for (uint32_t i = 0; i < 2; i++) {
        children[i] = fork();
        if (children[i] == 0) {
            write_half(i);
            _exit(0);
        }
    }
    for (int i = 0; i < 2; i++) {
        int status;
        assert_int_equal(waitpid(children[i], &status, 0), children[i]);
        assert_int_equal(status, 0);
    }
    struct store *store = open_good(LIMIT);
    for (uint32_t i = 0; i < 120; i++)
        assert_true(has(store, i, 100 * i));
    struct error error = {0};
    uint64_t checked, removed;
    assert_true(store_check(store, &checked, &removed, &error));
    assert_int_equal(checked, 120);
    assert_int_equal(removed, 0);
    store_close(store);
}

// One process makes the file larger than the other's map.
static void test_grown_by_another(void **state)
{
    (void)state;
    enum { SIZE = 1 << 20 };
    struct store *first = open_good(LARGE), *second = open_good(LARGE);
    for (uint32_t i = 0; i < 36; i++) {
        write_good(first, 3 * i, SIZE);
        if (i % 7 == 0 || i > 33)
            assert_true(has(second, 3 * i, SIZE));
    }
    write_good(second, 1, 100);
    assert_true(has(first, 1, 100));
    store_close(first);
    store_close(second);
}

// Of what is written until the writer is killed: so little that nothing has to go, however fast the machine
// is.
static uint32_t size_killed(uint32_t i)
{
    return i % 50 == 0 ? 7000 : i % 5 * 70;
}

// Writes until it is killed, and says what is committed.
static void write_until_killed(int to, uint32_t from)
{
    struct error error = {0};
    setpgid(0, 0);
    struct store *store = store_open(stored, LARGE, &error);
    CHECK(store);
    for (uint32_t i = from;; i++) {
        CHECK(write_number(store, i, size_killed(i), &error));
        CHECK(write(to, &i, sizeof i) == sizeof i);
    }
}

static void test_killed_writers(void **state)
{
    (void)state;
    uint64_t random = 5;
    uint32_t next = 0, number;
    unsigned turns = count_from_environment("STORE_KILLS", 50);
    for (unsigned turn = 0; turn < turns; turn++) {
        int ends[2], status;
        assert_int_equal(pipe(ends), 0);
        pid_t child = fork();
        if (child == 0) {
            close(ends[0]);
            write_until_killed(ends[1], next);
        }
        close(ends[1]);
        setpgid(child, child);
        usleep(random_below(&random, 60000));
        // Both the writer and the process of its store, or the writer alone, which the other one then
        // notices.
        kill(turn % 3 ? -child : child, SIGKILL);
        assert_int_equal(waitpid(child, &status, 0), child);
        assert_true(WIFSIGNALED(status));
        struct store *store = open_good(LARGE);
        uint32_t begin = next;
        while (read(ends[0], &number, sizeof number) == sizeof number)
            next = number + 1;
        close(ends[0]);
        for (uint32_t i = begin; i < next; i++)
            if (!has(store, i, size_killed(i)))
                fail_msg("turn %u: %u of %u to %u is not there: %s", turn, i, begin, next,
                         store_failure(store) ? store_failure(store) : "no failure");
        store_close(store);
        next++; // may be there
    }
    struct error error = {0};
    uint64_t checked, removed;
    struct store *store = open_good(LARGE);
    assert_true(store_check(store, &checked, &removed, &error));
    assert_int_equal(removed, 0);
    print_message("%u kills, %u committed\n", turns, (unsigned)checked);
    assert_true(checked >= next - turns);
    store_close(store);
}

// The process of a store, which is the only child of this one; 0: this system does not tell.
static pid_t only_child(void)
{
    char path[64];
    int process = 0;
    snprintf(path, sizeof path, "/proc/self/task/%d/children", (int)getpid());
    FILE *file = fopen(path, "r");
    if (file && fscanf(file, "%d", &process) != 1)
        process = 0;
    if (file)
        fclose(file);
    return process;
}

static void end_while_used(int signal_number, const char *why)
{
    struct error error = {0};
    make_some();
    struct store *store = open_good(LIMIT);
    assert_true(has(store, 1, size_of_some(1)));
    pid_t process = only_child();
    if (!process) {
        store_close(store);
        skip();
    }
    kill(process, signal_number);
    assert_false(has(store, 1, size_of_some(1)));
    assert_non_null(strstr(store_failure(store), why));
    assert_false(write_number(store, 1, 1, &error));
    assert_string_equal(error.message, store_failure(store));
    error_free(&error);
    assert_false(has(store, 1, 1));
    store_close(store);
}

// The process of the store is killed, or stops to answer: nothing more is found, and the caller goes on.
static void test_killed_process(void **state)
{
    (void)state;
    end_while_used(SIGKILL, "was killed");
}

static void test_damaged_process(void **state)
{
    (void)state;
    end_while_used(SIGSEGV, "the store is damaged");
}

static void test_stopped_process(void **state)
{
    (void)state;
    if (!getenv("STORE_SLOW")) // ten seconds
        skip();
    end_while_used(SIGSTOP, "does not answer");
}

// What stands beside the environment may be anything.
static void test_other_files(void **state)
{
    (void)state;
    char *junk = value_of(3, 90000), path[96];
    static const char *const names[] = {"heddle.uses", "heddle.mdb-lock", "heddle.mdb-new"};
    for (size_t size = 1; size <= 90000; size *= 17) {
        make_some();
        for (int i = 0; i < 3; i++) {
            snprintf(path, sizeof path, "%s/%s", stored, names[i]);
            write_file(path, junk, size);
        }
        struct error error = {0};
        struct store *store = open_good(LIMIT);
        for (uint32_t i = 0; i < SOME; i++)
            assert_true(has(store, i, size_of_some(i)));
        write_good(store, 1000, 100);
        assert_int_equal(list(store).uses, SOME);
        assert_true(store_compact(store, &error));
        store_close(store);
        assert_true(store_clear(stored, &error));
    }
    memory_free(junk);
}

// Lets the n-th allocation of writing and reading fail; true: there are fewer. What was allocated on the way
// is lost.
static bool survive_failure(uint64_t n)
{
    static struct store *store; // static: longjmp must not lose them
    static char *value;
    struct error error = {0};
    struct store_key key = key_of(5);
    size_t size;
    jmp_buf guard;
    store = open_good(LIMIT);
    value = NULL;
    failure_guard(&guard);
    if (setjmp(guard) == 0) {
        memory_fail_after(n);
        write_number(store, 1000, 3000, &error);
        value = store_read(store, &key, &size);
    }
    bool through = memory_fail_after(0) != 0;
    failure_guard(NULL);
    has(store, 6, size_of_some(6)); // that value or none
    CHECK(!through || (value && !store_failure(store)));
    memory_free(value);
    store_close(store);
    return through;
}

static void fail_in_turn(void)
{
    uint64_t n = 1;
    while (!survive_failure(n))
        n++;
    CHECK(n > 3);
}

// Memory runs out in every allocation of a call in turn. The store is of no use then, and can be closed.
static void test_out_of_memory(void **state)
{
    (void)state;
    make_some();
    assert_int_equal(in_child(fail_in_turn), 0);
    struct store *store = open_good(LIMIT);
    for (uint32_t i = 0; i < SOME; i++)
        assert_true(has(store, i, size_of_some(i)));
    store_close(store);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(test_round_trip, begin),
        cmocka_unit_test_setup(test_replace_and_remove, begin),
        cmocka_unit_test_setup(test_many_at_once, begin),
        cmocka_unit_test_setup(test_least_used_go_first, begin),
        cmocka_unit_test_setup(test_full_all_the_time, begin),
        cmocka_unit_test_setup(test_refused, begin),
        cmocka_unit_test_setup(test_foreign_environment, begin),
        cmocka_unit_test_setup(test_other_versions, begin),
        cmocka_unit_test_setup(test_read_only, begin),
        cmocka_unit_test_setup(test_full_disk, begin),
        cmocka_unit_test_setup(test_file_size_limit, begin),
        cmocka_unit_test_setup(test_address_limit, begin),
        cmocka_unit_test_setup(test_two_writers, begin),
        cmocka_unit_test_setup(test_grown_by_another, begin),
        cmocka_unit_test_setup(test_killed_writers, begin),
        cmocka_unit_test_setup(test_killed_process, begin),
        cmocka_unit_test_setup(test_damaged_process, begin),
        cmocka_unit_test_setup(test_stopped_process, begin),
        cmocka_unit_test_setup(test_other_files, begin),
        cmocka_unit_test_setup(test_out_of_memory, begin),
        cmocka_unit_test_setup(test_flipped_bytes, begin),
        cmocka_unit_test_setup(test_truncated, begin),
    };
    return cmocka_run_group_tests(tests, begin, end);
}
