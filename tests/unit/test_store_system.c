// What the system refuses to a store: permissions, space, sizes of files, memory. No such thing ends the
// process that uses the store, or loses what is there.
#include "base/failure.h"
#include "base/memory.h"
#include "store_scratch.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/mount.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

static void read_as_nobody(void)
{
    struct error error = {0};
    if (geteuid() == 0 && seteuid(65534) != 0)
        _exit(1);
    struct store *store = store_open(scratch_store, SCRATCH_LIMIT, &error);
    CHECK(store && store_is_read_only(store));
    CHECK(scratch_has(store, 5, scratch_size_of_some(5)) && !scratch_has(store, 500, 1));
    CHECK(!scratch_write(store, 500, 1, &error) && strstr(error.message, "cannot be written"));
    error_free(&error);
    uint64_t checked, removed;
    CHECK(store_check(store, &checked, &removed, &error) && checked == SCRATCH_SOME && removed == 0);
    CHECK(!store_compact(store, &error));
    CHECK(scratch_list(store).items == SCRATCH_SOME && !store_failure(store));
    store_close(store);
    error_free(&error);
    CHECK(!store_clear(scratch_store, &error));
    error_free(&error);
    char other[96];
    snprintf(other, sizeof other, "%s/other", scratch_store);
    CHECK(!store_open(other, SCRATCH_LIMIT, &error) && strstr(error.message, "Permission denied"));
    error_free(&error);
}

static void test_read_only(void **state)
{
    (void)state;
    scratch_make_some();
    assert_int_equal(chmod(scratch_folder, 0755), 0);
    assert_int_equal(chmod(scratch_data, 0444), 0);
    char lock[96];
    snprintf(lock, sizeof lock, "%s/heddle.mdb-lock", scratch_store);
    assert_int_equal(chmod(scratch_store, 0555), 0);
    int skipped = scratch_in_child(read_as_nobody); // with a lock file that cannot be written
    assert_int_equal(unlink(lock), 0);
    skipped += scratch_in_child(read_as_nobody); // and without one
    assert_int_equal(chmod(scratch_store, 0000), 0);
    if (geteuid() != 0)
        scratch_must_refuse(scratch_store, "Permission denied");
    assert_int_equal(chmod(scratch_store, 0755), 0);
    if (skipped)
        skip();
}

// A disk that is full, and one that is mounted read-only: file systems in memory, where they may be mounted.
static void on_small_disk(void)
{
    struct error error = {0};
    if (unshare(CLONE_NEWNS) != 0 || mount("none", "/", NULL, MS_REC | MS_PRIVATE, NULL) != 0 ||
        mount("none", scratch_store, "tmpfs", 0, "size=600k") != 0)
        _exit(1);
    struct store *store = store_open(scratch_store, SCRATCH_LIMIT, &error);
    CHECK(store);
    uint32_t number = 0;
    while (number < 3000 && scratch_write(store, number, 9000, &error))
        number += 3;
    CHECK(number > 30 && number < 3000 && strstr(error.message, "disk is full"));
    error_free(&error);
    CHECK(scratch_has(store, 0, 9000) && scratch_has(store, number - 3, 9000) &&
          !scratch_has(store, number, 9000));
    store_close(store);
    char more[96];
    snprintf(more, sizeof more, "%s/more", scratch_store);
    CHECK(!store_open(more, SCRATCH_LIMIT, &error) && strstr(error.message, "No space left"));
    error_free(&error);
    CHECK((store = store_open(scratch_store, SCRATCH_LIMIT, &error)));
    CHECK(scratch_has(store, 0, 9000));
    store_close(store);
    CHECK(mount("none", scratch_store, NULL, MS_REMOUNT | MS_RDONLY, NULL) == 0);
    CHECK((store = store_open(scratch_store, SCRATCH_LIMIT, &error)) && store_is_read_only(store));
    CHECK(scratch_has(store, 0, 9000) && !scratch_write(store, 1, 1, &error));
    error_free(&error);
    store_close(store);
    CHECK(!store_open(more, SCRATCH_LIMIT, &error));
    error_free(&error);
}

static void test_full_disk(void **state)
{
    (void)state;
    assert_int_equal(mkdir(scratch_store, 0777), 0);
    if (scratch_in_child(on_small_disk))
        skip();
}

static void below_file_limit(void)
{
    struct error error = {0};
    struct rlimit limit = {200000, 200000};
    signal(SIGXFSZ, SIG_IGN);
    CHECK(setrlimit(RLIMIT_FSIZE, &limit) == 0);
    struct store *store = store_open(scratch_store, SCRATCH_LIMIT, &error);
    CHECK(store);
    uint32_t number = 0;
    while (number < 300 && scratch_write(store, number, 9000, &error))
        number += 3;
    CHECK(number > 3 && number < 300 && strstr(error.message, "ulimit -f"));
    CHECK(scratch_has(store, 0, 9000) && scratch_has(store, number - 3, 9000) &&
          !scratch_has(store, number, 9000));
    error_free(&error);
    store_close(store);
    limit = (struct rlimit){1000, 1000};
    char other[96];
    snprintf(other, sizeof other, "%s/other", scratch_store);
    CHECK(setrlimit(RLIMIT_FSIZE, &limit) == 0);
    CHECK(!store_open(other, SCRATCH_LIMIT, &error) && strstr(error.message, other));
    error_free(&error);
}

static void test_file_size_limit(void **state)
{
    (void)state;
    assert_int_equal(scratch_in_child(below_file_limit), 0);
    struct store *store = scratch_open(SCRATCH_LIMIT);
    assert_true(scratch_has(store, 0, 9000));
    scratch_must_write(store, 1000, 500000);
    assert_true(scratch_has(store, 1000, 500000));
    store_close(store);
}

// `ulimit -v`: the map counts in the store's process, which then says so.
static void below_address_limit(void)
{
    unsigned opened = 0;
    scratch_make_some();
    for (rlim_t megabytes = 4096; megabytes > 8; megabytes /= 2) {
        struct rlimit limit = {megabytes << 20, megabytes << 20};
        struct error error = {0};
        CHECK(setrlimit(RLIMIT_AS, &limit) == 0);
        struct store *store = store_open(scratch_store, STORE_SIZE_DEFAULT, &error);
        CHECK(store || strstr(error.message, "memory") || strstr(error.message, "no process"));
        CHECK(!store || scratch_has(store, 3, scratch_size_of_some(3)) || store_failure(store));
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
    struct store *store = store_open(scratch_store, STORE_SIZE_DEFAULT, &error);
    CHECK(store);
    uint32_t number = 0;
    while (number < 600 && scratch_write(store, number, 1 << 20, &error))
        number += 3;
    CHECK(number > 0 && number < 600 && strstr(error.message, "memory"));
    CHECK(store_failure(store) && !scratch_has(store, 0, 1 << 20));
    store_close(store);
    error_free(&error);
}

static void test_address_limit(void **state)
{
    (void)state;
#ifdef HEDDLE_DEBUG_CHECKS // sanitizers need all of the address space
    skip();
#endif
    assert_int_equal(scratch_in_child(below_address_limit), 0);
    assert_int_equal(scratch_in_child(grow_beyond_address_limit), 0);
    struct store *store = scratch_open(STORE_SIZE_DEFAULT);
    assert_true(scratch_has(store, 0, 1 << 20));
    store_close(store);
}

// Lets the n-th allocation of writing and reading fail; true: there are fewer. What was allocated on the way
// is lost.
static bool survive_failure(uint64_t n)
{
    static struct store *store; // static: longjmp must not lose them
    static char *value;
    struct error error = {0};
    struct store_key key = scratch_key(5);
    size_t size;
    jmp_buf guard;
    store = scratch_open(SCRATCH_LIMIT);
    value = NULL;
    failure_guard(&guard);
    if (setjmp(guard) == 0) {
        memory_fail_after(n);
        scratch_write(store, 1000, 3000, &error);
        value = store_read(store, &key, &size);
    }
    bool through = memory_fail_after(0) != 0;
    failure_guard(NULL);
    scratch_has(store, 6, scratch_size_of_some(6)); // that value or none
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
    scratch_make_some();
    assert_int_equal(scratch_in_child(fail_in_turn), 0);
    struct store *store = scratch_open(SCRATCH_LIMIT);
    for (uint32_t i = 0; i < SCRATCH_SOME; i++)
        assert_true(scratch_has(store, i, scratch_size_of_some(i)));
    store_close(store);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(test_read_only, scratch_begin),
        cmocka_unit_test_setup(test_full_disk, scratch_begin),
        cmocka_unit_test_setup(test_file_size_limit, scratch_begin),
        cmocka_unit_test_setup(test_address_limit, scratch_begin),
        cmocka_unit_test_setup(test_out_of_memory, scratch_begin),
    };
    return cmocka_run_group_tests(tests, scratch_begin, scratch_end);
}
