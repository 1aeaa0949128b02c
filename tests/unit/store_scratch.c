#include "store_scratch.h"

#include "base/memory.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

char scratch_store[64], scratch_data[96];
char scratch_folder[] = "/tmp/heddle-store-XXXXXX";

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

int scratch_begin(void **state)
{
    (void)state;
    if (strstr(scratch_folder, "XXXXXX") && !mkdtemp(scratch_folder))
        return -1;
    snprintf(scratch_store, sizeof scratch_store, "%s/store", scratch_folder);
    snprintf(scratch_data, sizeof scratch_data, "%s/heddle.mdb", scratch_store);
    remove_all(scratch_store);
    return 0;
}

int scratch_end(void **state)
{
    (void)state;
    remove_all(scratch_folder);
    return 0;
}

struct store *scratch_open(uint64_t limit)
{
    struct error error = {0};
    struct store *store = store_open(scratch_store, limit, &error);
    if (!store)
        fail_msg("%s", error.message);
    return store;
}

struct store_key scratch_key(uint32_t number)
{
    return (struct store_key){.high = number * 0x9e3779b97f4a7c15u, .low = number, .kind = 1 + number % 2};
}

char *scratch_value(uint32_t number, size_t size)
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

bool scratch_write(struct store *store, uint32_t number, size_t size, struct error *error)
{
    char title[32], *value = scratch_value(number, size);
    snprintf(title, sizeof title, "program-%u.c", number);
    struct store_entry entry = {.key = scratch_key(number), .title = title, .data = value, .size = size};
    bool good = store_write(store, &entry, 1, error);
    memory_free(value);
    return good;
}

void scratch_must_write(struct store *store, uint32_t number, size_t size)
{
    struct error error = {0};
    if (!scratch_write(store, number, size, &error))
        fail_msg("%u: %s", number, error.message);
}

bool scratch_has(struct store *store, uint32_t number, size_t size)
{
    size_t got;
    struct store_key key = scratch_key(number);
    char *value = store_read(store, &key, &got), *expected = scratch_value(number, size);
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

void scratch_add_item(void *context, const struct store_item *item)
{
    struct scratch_listed *listed = context;
    listed->items++;
    listed->size += item->size;
    listed->uses += item->uses;
    snprintf(listed->last_title, sizeof listed->last_title, "%s", item->title);
    assert_true(item->written > 1600000000);
    assert_true(item->stored <= item->size);
    assert_true((item->used == 0) == (item->uses == 0));
}

struct scratch_listed scratch_list(struct store *store)
{
    struct error error = {0};
    struct scratch_listed listed = {0};
    if (!store_list(store, scratch_add_item, &listed, &error))
        fail_msg("%s", error.message);
    return listed;
}

void scratch_make_some(void)
{
    struct store *store = scratch_open(SCRATCH_LIMIT);
    for (uint32_t i = 0; i < SCRATCH_SOME; i++)
        scratch_must_write(store, i, scratch_size_of_some(i));
    for (uint32_t i = 0; i < SCRATCH_SOME; i += 5) // free pages
        scratch_must_write(store, i, scratch_size_of_some(i));
    store_close(store);
}

size_t scratch_size_of_some(uint32_t number)
{
    return number < 20 ? 10 + 50 * number : 700 * number;
}

char *scratch_read_file(const char *path, size_t *size)
{
    FILE *file = fopen(path, "rb");
    assert_non_null(file);
    char *bytes = malloc(SCRATCH_FILE_MOST);
    assert_non_null(bytes);
    *size = fread(bytes, 1, SCRATCH_FILE_MOST, file);
    assert_true(*size < SCRATCH_FILE_MOST);
    fclose(file);
    return bytes;
}

void scratch_write_file(const char *path, const char *bytes, size_t size)
{
    FILE *file = fopen(path, "wb");
    assert_non_null(file);
    assert_int_equal(fwrite(bytes, 1, size, file), size);
    assert_int_equal(fclose(file), 0);
}

void scratch_must_refuse(const char *path, const char *why)
{
    struct error error = {0};
    struct store *store = store_open(path, SCRATCH_LIMIT, &error);
    assert_null(store);
    assert_non_null(strstr(error.message, path));
    if (!strstr(error.message, why))
        fail_msg("\"%s\" does not say \"%s\"", error.message, why);
    error_free(&error);
}

int scratch_in_child(void (*run)(void))
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

uint32_t scratch_random(uint64_t *random, size_t limit)
{
    *random = *random * 6364136223846793005u + 1442695040888963407u;
    return (uint32_t)((*random >> 33) % limit);
}

unsigned scratch_count(const char *name, unsigned otherwise)
{
    const char *text = getenv(name);
    return text ? (unsigned)strtoul(text, NULL, 10) : otherwise;
}
