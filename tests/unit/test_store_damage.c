// Stores whose files are not what they should be: damaged, cut off, of other versions, or other people's.
// They never end the process that uses them, and never give a value that was not written.
#include "base/memory.h"
#include "store_scratch.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <lmdb.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

// ---- damage

// What was found of a store that may be damaged.
struct found {
    unsigned opened, values, failed;
};

// Opens it, reads, lists, checks and writes. Whatever is wrong ends in a message; values are right or absent.
static void use_damaged(struct found *found)
{
    struct error error = {0}, ignored = {0};
    struct store *store = store_open(scratch_store, SCRATCH_LIMIT, &error);
    if (!store) {
        assert_non_null(strstr(error.message, scratch_store));
        assert_null(strchr(error.message, '\n'));
        found->failed++;
        error_free(&error);
        return;
    }
    found->opened++;
    for (uint32_t i = 0; i < SCRATCH_SOME; i++)
        found->values += scratch_has(store, i, scratch_size_of_some(i));
    struct scratch_listed listed = {0};
    uint64_t checked, removed;
    store_list(store, scratch_add_item, &listed, &ignored);
    bool written = scratch_write(store, 1000, 3000, &ignored);
    store_check(store, &checked, &removed, &ignored);
    if (written && !store_failure(store))
        scratch_has(store, 1000, 3000);
    found->failed += store_failure(store) != NULL;
    error_free(&ignored);
    store_close(store);
}

static void test_flipped_bytes(void **state)
{
    (void)state;
    scratch_make_some();
    size_t size;
    char *bytes = scratch_read_file(scratch_data, &size), *copy = malloc(SCRATCH_FILE_MOST);
    struct found found = {0};
    uint64_t random = 1;
    unsigned turns = scratch_count("STORE_FLIPS", 300);
    for (unsigned turn = 0; turn < turns; turn++) {
        memcpy(copy, bytes, size);
        unsigned flips = 1 + scratch_random(&random, turn % 2 ? 3 : 40);
        for (unsigned i = 0; i < flips; i++) {
            size_t at = scratch_random(&random, size);
            if (turn % 3) // the beginnings of pages have most of what matters
                at = at / 4096 * 4096 + scratch_random(&random, 64);
            if (turn % 5)
                copy[at] = (char)(copy[at] ^ (char)(1u << scratch_random(&random, 8)));
            else
                copy[at] = (char)scratch_random(&random, 256);
        }
        scratch_write_file(scratch_data, copy, size);
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
    scratch_make_some();
    size_t size;
    char *bytes = scratch_read_file(scratch_data, &size);
    struct found found = {0};
    for (size_t length = 0; length < size; length += length < 9000 ? 1777 : 12288 + 511) {
        scratch_write_file(scratch_data, bytes, length);
        use_damaged(&found);
    }
    print_message("%u opened, %u failed, %u values\n", found.opened, found.failed, found.values);
    assert_true(found.opened && found.failed);
    free(bytes);
}

// What stands beside the environment may be anything.
static void test_other_files(void **state)
{
    (void)state;
    char *junk = scratch_value(3, 90000), path[96];
    static const char *const names[] = {"heddle.uses", "heddle.mdb-lock", "heddle.mdb-new"};
    for (size_t size = 1; size <= 90000; size *= 17) {
        scratch_make_some();
        for (int i = 0; i < 3; i++) {
            snprintf(path, sizeof path, "%s/%s", scratch_store, names[i]);
            scratch_write_file(path, junk, size);
        }
        struct error error = {0};
        struct store *store = scratch_open(SCRATCH_LIMIT);
        for (uint32_t i = 0; i < SCRATCH_SOME; i++)
            assert_true(scratch_has(store, i, scratch_size_of_some(i)));
        scratch_must_write(store, 1000, 100);
        assert_int_equal(scratch_list(store).uses, SCRATCH_SOME);
        assert_true(store_compact(store, &error));
        store_close(store);
        assert_true(store_clear(scratch_store, &error));
    }
    memory_free(junk);
}

// ---- what is no store, or another version's

static void test_refused(void **state)
{
    (void)state;
    struct error error = {0};
    char text[96];
    assert_null(store_open_existing(scratch_store, &error));
    assert_non_null(strstr(error.message, "No such file"));
    error_free(&error);
    snprintf(text, sizeof text, "%s/text", scratch_folder);
    scratch_write_file(text, "text", 4);
    scratch_must_refuse(text, "not a folder");
    snprintf(text, sizeof text, "%s/text/below", scratch_folder);
    scratch_must_refuse(text, "Not a directory");

    assert_int_equal(mkdir(scratch_store, 0777), 0);
    assert_null(store_open_existing(scratch_store, &error));
    assert_non_null(strstr(error.message, "there is no store"));
    error_free(&error);
    char *junk = scratch_value(3, 20000);
    for (size_t size = 1; size <= 20000; size = size < 100 ? size + 50 : size * 5) {
        scratch_write_file(scratch_data, junk, size);
        scratch_must_refuse(scratch_store, "heddle.mdb is no store of heddle's");
    }
    memory_free(junk);
    assert_int_equal(unlink(scratch_data), 0);
    assert_int_equal(mkdir(scratch_data, 0777), 0);
    scratch_must_refuse(scratch_store, "heddle.mdb is not a file");
    assert_int_equal(rmdir(scratch_data), 0);
    assert_int_equal(mkfifo(scratch_data, 0666), 0);
    scratch_must_refuse(scratch_store, "heddle.mdb is not a file");
    assert_int_equal(unlink(scratch_data), 0);
    snprintf(text, sizeof text, "%s/data.mdb", scratch_store);
    scratch_write_file(text, "", 0);
    scratch_must_refuse(scratch_store, "has an LMDB environment that is not heddle's");
    assert_int_equal(unlink(text), 0);
    scratch_write_file(scratch_data, "", 0); // one that was killed before its first write
    store_close(scratch_open(SCRATCH_LIMIT));
}

// An environment that another program has made.
static void test_foreign_environment(void **state)
{
    (void)state;
    MDB_env *env;
    MDB_txn *txn;
    MDB_dbi table;
    MDB_val key = {3, (void *)(uintptr_t)"key"}, value = {5, (void *)(uintptr_t)"value"};
    assert_int_equal(mkdir(scratch_store, 0777), 0);
    assert_int_equal(mdb_env_create(&env), 0);
    assert_int_equal(mdb_env_open(env, scratch_data, MDB_NOSUBDIR, 0666), 0);
    assert_int_equal(mdb_txn_begin(env, NULL, 0, &txn), 0);
    assert_int_equal(mdb_dbi_open(txn, NULL, 0, &table), 0);
    assert_int_equal(mdb_put(txn, table, &key, &value, 0), 0);
    assert_int_equal(mdb_txn_commit(txn), 0);
    mdb_env_close(env);
    size_t size, after;
    char *bytes = scratch_read_file(scratch_data, &size);
    scratch_must_refuse(scratch_store, "heddle.mdb is no store of heddle's");
    char *now = scratch_read_file(scratch_data, &after);
    assert_int_equal(size, after);
    assert_memory_equal(bytes, now, size);
    free(bytes);
    free(now);
}

static void test_other_versions(void **state)
{
    (void)state;
    scratch_make_some();
    size_t size;
    char *bytes = scratch_read_file(scratch_data, &size);
    for (int version = 0; version < 4; version += 3) {
        for (char *at = bytes; (at = memmem(at, size - (size_t)(at - bytes), "HEDDLES\n", 8)); at += 8)
            at[8] = (char)version;
        scratch_write_file(scratch_data, bytes, size);
        scratch_must_refuse(scratch_store, version ? "from a newer version" : "from an older version");
    }
    free(bytes);
    struct error error = {0};
    assert_true(store_clear(scratch_store, &error));
    assert_false(store_clear(scratch_store, &error));
    error_free(&error);
    struct store *store = scratch_open(SCRATCH_LIMIT);
    assert_int_equal(scratch_list(store).items, 0);
    assert_false(store_clear(scratch_store, &error));
    assert_non_null(strstr(error.message, "another process has the store open"));
    error_free(&error);
    struct store *second = scratch_open(SCRATCH_LIMIT);
    assert_false(store_compact(second, &error));
    assert_non_null(strstr(error.message, "another process has the store open"));
    error_free(&error);
    store_close(store);
    assert_true(store_compact(second, &error));
    store_close(second);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(test_refused, scratch_begin),
        cmocka_unit_test_setup(test_foreign_environment, scratch_begin),
        cmocka_unit_test_setup(test_other_versions, scratch_begin),
        cmocka_unit_test_setup(test_other_files, scratch_begin),
        cmocka_unit_test_setup(test_flipped_bytes, scratch_begin),
        cmocka_unit_test_setup(test_truncated, scratch_begin),
    };
    return cmocka_run_group_tests(tests, scratch_begin, scratch_end);
}
