// A store that several processes use at once, and processes that are killed meanwhile: what was committed is
// there, and a store whose own process has died or hangs fails, which its user survives.
#include "store_scratch.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

// Number `first` and every second one behind it, each of which is there at once.
static void write_half(uint32_t first)
{
    struct error error = {0};
    struct store *store = store_open(scratch_store, SCRATCH_LIMIT, &error);
    CHECK(store);
    for (uint32_t i = first; i < 120; i += 2) {
        CHECK(scratch_write(store, i, 100 * i, &error));
        CHECK(scratch_has(store, i, 100 * i));
        scratch_has(store, i ^ 1, 100 * (i ^ 1));
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
    struct store *store = scratch_open(SCRATCH_LIMIT);
    for (uint32_t i = 0; i < 120; i++)
        assert_true(scratch_has(store, i, 100 * i));
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
    struct store *first = scratch_open(SCRATCH_LARGE), *second = scratch_open(SCRATCH_LARGE);
    for (uint32_t i = 0; i < 36; i++) {
        scratch_must_write(first, 3 * i, SIZE);
        if (i % 7 == 0 || i > 33)
            assert_true(scratch_has(second, 3 * i, SIZE));
    }
    scratch_must_write(second, 1, 100);
    assert_true(scratch_has(first, 1, 100));
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
    struct store *store = store_open(scratch_store, SCRATCH_LARGE, &error);
    CHECK(store);
    for (uint32_t i = from;; i++) {
        CHECK(scratch_write(store, i, size_killed(i), &error));
        CHECK(write(to, &i, sizeof i) == sizeof i);
    }
}

static void test_killed_writers(void **state)
{
    (void)state;
    uint64_t random = 5;
    uint32_t next = 0, number;
    unsigned turns = scratch_count("STORE_KILLS", 50);
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
        usleep(scratch_random(&random, 60000));
        // Both the writer and the process of its store, or the writer alone, which the other one then
        // notices.
        kill(turn % 3 ? -child : child, SIGKILL);
        assert_int_equal(waitpid(child, &status, 0), child);
        assert_true(WIFSIGNALED(status));
        struct store *store = scratch_open(SCRATCH_LARGE);
        uint32_t begin = next;
        while (read(ends[0], &number, sizeof number) == sizeof number)
            next = number + 1;
        close(ends[0]);
        for (uint32_t i = begin; i < next; i++)
            if (!scratch_has(store, i, size_killed(i)))
                fail_msg("turn %u: %u of %u to %u is not there: %s", turn, i, begin, next,
                         store_failure(store) ? store_failure(store) : "no failure");
        store_close(store);
        next++; // may be there
    }
    struct error error = {0};
    uint64_t checked, removed;
    struct store *store = scratch_open(SCRATCH_LARGE);
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
    scratch_make_some();
    struct store *store = scratch_open(SCRATCH_LIMIT);
    assert_true(scratch_has(store, 1, scratch_size_of_some(1)));
    pid_t process = only_child();
    if (!process) {
        store_close(store);
        skip();
    }
    kill(process, signal_number);
    assert_false(scratch_has(store, 1, scratch_size_of_some(1)));
    assert_non_null(strstr(store_failure(store), why));
    assert_false(scratch_write(store, 1, 1, &error));
    assert_string_equal(error.message, store_failure(store));
    error_free(&error);
    assert_false(scratch_has(store, 1, 1));
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

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(test_two_writers, scratch_begin),
        cmocka_unit_test_setup(test_grown_by_another, scratch_begin),
        cmocka_unit_test_setup(test_killed_writers, scratch_begin),
        cmocka_unit_test_setup(test_killed_process, scratch_begin),
        cmocka_unit_test_setup(test_damaged_process, scratch_begin),
        cmocka_unit_test_setup(test_stopped_process, scratch_begin),
    };
    return cmocka_run_group_tests(tests, scratch_begin, scratch_end);
}
