// Traces of events and reorderings from C: what the builder refuses, what the checker of reorderings refuses,
// and what a find becomes. What engines find is compared with the definition by tests/fuzz/predictions.

// clang-format off
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
// clang-format on

#include "predict/prediction.h"
#include "predict/reordering.h"
#include "predict/std_format.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static char folder[] = "/tmp/heddle-predict-test-XXXXXX";

static struct recorded_event make(struct event_trace *trace, const char *thread, enum event_kind kind,
                                  const char *operand, unsigned flags)
{
    return (struct recorded_event){
        (uint8_t)kind, (uint8_t)flags,
        (uint16_t)event_trace_name(trace, NAMES_THREADS, thread, strlen(thread)),
        event_trace_name(trace, event_operand_names(kind), operand, strlen(operand)),
        event_trace_name(trace, NAMES_PLACES, "", 0)};
}

static void add(struct event_trace *trace, const char *thread, enum event_kind kind, const char *operand,
                unsigned flags)
{
    struct error error = {0};
    assert_true(event_trace_add(trace, make(trace, thread, kind, operand, flags), &error));
    assert_null(error.message);
}

static void refuse(struct event_trace *trace, const char *thread, enum event_kind kind, const char *operand,
                   const char *why)
{
    struct error error = {0};
    uint32_t before = trace->events.size;
    assert_false(event_trace_add(trace, make(trace, thread, kind, operand, 0), &error));
    assert_non_null(strstr(error.message, why));
    assert_int_equal(trace->events.size, before);
    error_free(&error);
}

static void what_cannot_have_happened_is_refused(void **state)
{
    (void)state;
    struct event_trace trace = {0};
    add(&trace, "a", EVENT_ACQUIRE, "l", 0);
    refuse(&trace, "b", EVENT_ACQUIRE, "l", "which thread a holds");
    refuse(&trace, "b", EVENT_RELEASE, "l", "does not hold");
    add(&trace, "a", EVENT_ACQUIRE, "l", EVENT_SHARED); // again: nested in the exclusive hold
    assert_true(trace.events.data[1].flags & EVENT_NESTED);
    add(&trace, "a", EVENT_RELEASE, "l", 0);
    assert_true(trace.events.data[2].flags & EVENT_NESTED);
    refuse(&trace, "b", EVENT_ACQUIRE, "l", "which thread a holds");
    add(&trace, "a", EVENT_RELEASE, "l", 0);
    assert_false(trace.events.data[3].flags & EVENT_NESTED);
    add(&trace, "b", EVENT_ACQUIRE, "l", EVENT_SHARED);
    refuse(&trace, "b", EVENT_ACQUIRE, "l", "while it holds it shared");
    refuse(&trace, "a", EVENT_ACQUIRE, "l", "another thread holds shared");
    refuse(&trace, "a", EVENT_FORK, "b", "after its first event");
    add(&trace, "a", EVENT_JOIN, "b", 0);
    add(&trace, "a", EVENT_JOIN, "b", 0); // waits for nothing
    refuse(&trace, "b", EVENT_READ, "x", "goes on after it was joined");
    event_trace_free(&trace);
}

// a: 0 acq l, 1 w x, 2 rel l; b: 3 acq l, 4 r x, 5 rel l, 6 w x.
static void make_trace(struct event_trace *trace)
{
    add(trace, "a", EVENT_ACQUIRE, "l", 0);
    add(trace, "a", EVENT_WRITE, "x", 0);
    add(trace, "a", EVENT_RELEASE, "l", 0);
    add(trace, "b", EVENT_ACQUIRE, "l", 0);
    add(trace, "b", EVENT_READ, "x", 0);
    add(trace, "b", EVENT_RELEASE, "l", 0);
    add(trace, "b", EVENT_WRITE, "x", 0);
}

static void sequences_that_cannot_be_executed_are_refused(void **state)
{
    (void)state;
    static const struct {
        uint32_t sequence[7], length, next[2];
        const char *why; // NULL: it can
    } cases[] = {
        {{0, 1, 2, 3, 4, 5}, 6, {1, 6}, "what is predicted is not the next event of its thread"},
        {{3, 4, 5}, 3, {1, 6}, "a read sees another write"},
        {{0, 3}, 2, {1, 4}, "a lock is acquired that another thread holds"},
        {{0, 2}, 2, {1, 6}, "an event is not the next one of its thread"},
        {{0, 1, 1}, 3, {1, 6}, "an event is not the next one of its thread"},
        {{0}, 1, {1, 3}, "a race is between two accesses of one variable by two threads"},
        {{3}, 1, {4, 4}, "a race is between two accesses of one variable by two threads"},
    };
    struct event_trace trace = {0};
    struct reordering_checker checker;
    make_trace(&trace);
    reordering_init(&checker, &trace);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const char *why =
            reordering_check(&checker, cases[i].sequence, cases[i].length, cases[i].next, 2, false);
        assert_non_null(why);
        assert_string_equal(why, cases[i].why);
    }
    assert_string_equal(reordering_check(&checker, (uint32_t[]){0}, 1, (uint32_t[]){1, 3}, 2, true),
                        "a deadlock is made of requests for locks");
    reordering_free(&checker);
    event_trace_free(&trace);
}

static void a_join_waits_for_all_and_uncertain_reads_count_for_nothing(void **state)
{
    (void)state;
    struct event_trace trace = {0};
    struct reordering_checker checker;
    add(&trace, "a", EVENT_FORK, "b", 0);               // 0
    add(&trace, "b", EVENT_READ, "y", EVENT_UNCERTAIN); // 1
    add(&trace, "b", EVENT_WRITE, "x", 0);              // 2
    add(&trace, "c", EVENT_WRITE, "x", 0);              // 3
    add(&trace, "a", EVENT_JOIN, "b", 0);               // 4
    reordering_init(&checker, &trace);
    assert_string_equal(reordering_check(&checker, (uint32_t[]){0, 4}, 2, (uint32_t[]){2, 3}, 2, false),
                        "a thread is joined before its end");
    assert_string_equal(reordering_check(&checker, (uint32_t[]){1}, 1, (uint32_t[]){2, 3}, 2, false),
                        "an event is not the next one of its thread"); // it was not forked
    assert_string_equal(reordering_check(&checker, (uint32_t[]){0, 1}, 2, (uint32_t[]){2, 3}, 2, false),
                        "it contains an uncertain event");
    reordering_free(&checker);
    event_trace_free(&trace);
}

static void nothing_comes_between_what_is_one_step(void **state)
{
    (void)state;
    struct event_trace trace = {0};
    struct reordering_checker checker;
    add(&trace, "a", EVENT_READ, "c", EVENT_ATOMIC);               // 0: not of the update
    add(&trace, "a", EVENT_READ, "c", EVENT_ATOMIC);               // 1: here it begins
    add(&trace, "a", EVENT_READ, "d", EVENT_ATOMIC);               // 2
    add(&trace, "a", EVENT_WRITE, "c", EVENT_ATOMIC | EVENT_PART); // 3
    add(&trace, "a", EVENT_WRITE, "d", EVENT_ATOMIC);              // 4
    add(&trace, "b", EVENT_WRITE, "x", 0);                         // 5
    add(&trace, "b", EVENT_WRITE, "y", 0);                         // 6
    add(&trace, "a", EVENT_WRITE, "y", 0);                         // 7
    add(&trace, "a", EVENT_WRITE, "c", EVENT_ATOMIC);              // 8
    bool *goes_on = event_trace_steps(&trace);
    static const bool expected[] = {false, false, true, true, true, false, false, false, false};
    for (size_t i = 0; i < sizeof expected; i++)
        assert_int_equal(goes_on[i], expected[i]);
    memory_free(goes_on);
    reordering_init(&checker, &trace);
    const uint32_t next[] = {6, 7};
    assert_null(reordering_check(&checker, (uint32_t[]){0, 5, 1, 2, 3, 4}, 6, next, 2, false));
    for (uint32_t i = 2; i < 5; i++) {
        uint32_t sequence[6] = {0, 1, 2, 3, 4, 5}; // the other thread's event comes between
        memmove(sequence + i + 1, sequence + i, (5 - i) * sizeof *sequence);
        sequence[i] = 5;
        assert_string_equal(reordering_check(&checker, sequence, 6, next, 2, false),
                            "another thread comes between events that are one step");
    }
    reordering_free(&checker);
    event_trace_free(&trace);
}

static void finds_at_the_same_places_are_one(void **state)
{
    (void)state;
    struct event_trace trace = {0};
    struct prediction_result result;
    for (int i = 0; i < 3; i++) { // no places: then variables tell finds apart
        add(&trace, "a", EVENT_WRITE, "x", 0);
        add(&trace, "a", EVENT_WRITE, "y", 0);
        add(&trace, "b", EVENT_WRITE, "x", 0);
        add(&trace, "b", EVENT_WRITE, "y", 0);
    }
    predict(&trace, &(struct prediction_options){.races = true, .deadlocks = true}, &result);
    assert_int_equal(result.predictions.size, 2);
    assert_int_equal(result.racing, 10);
    assert_int_equal(result.predictions.data[0].count, 5);
    prediction_result_free(&result);
    predict(&trace, &(struct prediction_options){.races = true, .deadlocks = true, .most_predictions = 1},
            &result);
    assert_int_equal(result.predictions.size, 1);
    assert_int_equal(result.unreported, 5);
    prediction_result_free(&result);
    event_trace_free(&trace);
}

static void too_many_cycles_are_told(void **state)
{
    (void)state;
    struct event_trace trace = {0};
    struct prediction_result result;
    static const char *const locks[] = {"k", "l", "m"};
    static const char *const threads[] = {"a", "b", "c", "d"};
    for (int t = 0; t < 4; t++)
        for (int i = 0; i < 9; i++) {
            if (i / 3 == i % 3)
                continue;
            add(&trace, threads[t], EVENT_ACQUIRE, locks[i / 3], 0);
            add(&trace, threads[t], EVENT_ACQUIRE, locks[i % 3], 0);
            add(&trace, threads[t], EVENT_RELEASE, locks[i % 3], 0);
            add(&trace, threads[t], EVENT_RELEASE, locks[i / 3], 0);
        }
    predict(&trace, &(struct prediction_options){.deadlocks = true, .most_steps = 20}, &result);
    assert_true(result.incomplete);
    prediction_result_free(&result);
    predict(&trace, &(struct prediction_options){.deadlocks = true}, &result);
    assert_false(result.incomplete);
    assert_true(result.predictions.size > 0);
    prediction_result_free(&result);
    event_trace_free(&trace);
}

static void names_that_the_format_cannot_have_are_refused(void **state)
{
    (void)state;
    static const char *const names[] = {"a|b", " a", "a\n", "#a", "a"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        struct event_trace trace = {0};
        struct error error = {0};
        FILE *file = fopen("/dev/null", "w");
        assert_non_null(file);
        add(&trace, names[i], EVENT_WRITE, "x", 0);
        assert_true(std_write_event(&trace, 0, file, &error) == (i == 4));
        assert_true((error.message == NULL) == (i == 4));
        fclose(file);
        error_free(&error);
        event_trace_free(&trace);
    }
}

// Lines that do not end where the reader's buffer does.
static void long_files_are_read_line_by_line(void **state)
{
    (void)state;
    char path[64];
    struct event_trace trace = {0};
    struct error error = {0};
    snprintf(path, sizeof path, "%s/long.std", folder);
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    for (int i = 0; i < 200000; i++)
        fprintf(file, "thread%d|w(variable%d)|%d\r\n", i % 7, i % 1013, i % 31);
    fprintf(file, "last|r(x)"); // no line end
    fclose(file);
    assert_true(std_read(&trace, path, &error));
    assert_int_equal(trace.events.size, 200001);
    assert_int_equal(event_trace_count(&trace, NAMES_THREADS), 8);
    assert_int_equal(event_trace_count(&trace, NAMES_VARIABLES), 1014);
    assert_string_equal(event_trace_name_of(&trace, NAMES_VARIABLES, 1013), "x");
    event_trace_free(&trace);
    file = fopen(path, "w");
    assert_non_null(file);
    fprintf(file, "a|w(x)\na|w(");
    for (size_t i = 0; i < STD_LINE_MOST; i++)
        fputc('x', file);
    fprintf(file, ")\n");
    fclose(file);
    assert_false(std_read(&trace, path, &error));
    assert_non_null(strstr(error.message, ":2: a line of more than"));
    error_free(&error);
    event_trace_free(&trace);
    unlink(path);
}

static int make_folder(void **state)
{
    (void)state;
    return mkdtemp(folder) ? 0 : -1;
}

static int remove_folder(void **state)
{
    (void)state;
    return rmdir(folder);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_cannot_have_happened_is_refused),
        cmocka_unit_test(sequences_that_cannot_be_executed_are_refused),
        cmocka_unit_test(a_join_waits_for_all_and_uncertain_reads_count_for_nothing),
        cmocka_unit_test(nothing_comes_between_what_is_one_step),
        cmocka_unit_test(finds_at_the_same_places_are_one),
        cmocka_unit_test(too_many_cycles_are_told),
        cmocka_unit_test(names_that_the_format_cannot_have_are_refused),
        cmocka_unit_test(long_files_are_read_line_by_line),
    };
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
