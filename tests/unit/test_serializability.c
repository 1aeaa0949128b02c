// Atomic regions of traces: small traces by hand, and random ones compared with the definition, by all
// conflicts and their transitive closure.
#include "predict/serializability.h"

// clang-format off
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
// clang-format on

#include <stdio.h>
#include <string.h>

enum { MOST_EVENTS = 24 };

static uint64_t random_state = 20261123;

static uint32_t random_below(uint32_t n)
{
    random_state = random_state * 6364136223846793005u + 1442695040888963407u;
    return (uint32_t)(random_state >> 33) % n;
}

static void add(struct event_trace *trace, const char *thread, enum event_kind kind, const char *operand)
{
    struct error error = {0};
    struct event event = {.kind = (uint8_t)kind,
                          .thread = (uint16_t)event_trace_name(trace, NAMES_THREADS, thread, strlen(thread)),
                          .operand =
                              event_trace_name(trace, event_operand_names(kind), operand, strlen(operand)),
                          .place = event_trace_name(trace, NAMES_PLACES, "", 0)};
    assert_true(event_trace_add(trace, event, &error));
}

struct finds {
    const struct event_trace *trace;
    uint32_t count, begin, length;
};

static void found(void *context, uint32_t begin, const struct conflict *cycle, uint32_t count)
{
    struct finds *finds = context;
    const char *wrong = serializability_check(finds->trace, begin, cycle, count);
    assert_null(wrong);
    finds->count++;
    finds->begin = begin;
    finds->length = count;
}

// ---- the definition

static bool conflicting(const struct event *a, const struct event *b)
{
    bool accesses = a->kind <= EVENT_WRITE && b->kind <= EVENT_WRITE;
    return accesses && a->operand == b->operand && (a->kind == EVENT_WRITE || b->kind == EVENT_WRITE);
}

// Numbers of the transactions of all events; the number of regions that are on cycles.
static uint32_t count_by_definition(const struct event_trace *trace)
{
    uint32_t n = trace->events.size, of[MOST_EVENTS], depth[4] = {0}, open[4] = {0}, regions = 0;
    bool before[MOST_EVENTS][MOST_EVENTS] = {{false}};
    assert_true(n <= MOST_EVENTS);
    for (uint32_t i = 0; i < n; i++) {
        const struct event *event = &trace->events.data[i];
        if (event->kind == EVENT_BEGIN && depth[event->thread]++ == 0)
            open[event->thread] = i;
        of[i] = depth[event->thread] ? open[event->thread] : i;
        if (event->kind == EVENT_END)
            depth[event->thread]--;
    }
    for (uint32_t i = 0; i < n; i++)
        for (uint32_t j = i + 1; j < n; j++) {
            const struct event *a = &trace->events.data[i], *b = &trace->events.data[j];
            if (of[i] != of[j] && (a->thread == b->thread || conflicting(a, b)))
                before[of[i]][of[j]] = true;
        }
    for (uint32_t k = 0; k < n; k++)
        for (uint32_t i = 0; i < n; i++)
            for (uint32_t j = 0; j < n; j++)
                before[i][j] |= before[i][k] && before[k][j];
    for (uint32_t i = 0; i < n; i++)
        regions += trace->events.data[i].kind == EVENT_BEGIN && of[i] == i && before[i][i];
    return regions;
}

// ---- tests

static void a_write_in_between(void **state)
{
    (void)state;
    struct event_trace trace = {0};
    add(&trace, "a", EVENT_BEGIN, "transfer");
    add(&trace, "a", EVENT_READ, "x");
    add(&trace, "b", EVENT_WRITE, "x");
    add(&trace, "a", EVENT_WRITE, "x");
    add(&trace, "a", EVENT_END, "transfer");
    struct finds finds = {.trace = &trace};
    assert_int_equal(serializability(&trace, found, &finds), 1);
    assert_int_equal(finds.count, 1);
    assert_int_equal(finds.begin, 0);
    assert_int_equal(finds.length, 2);
    event_trace_free(&trace);
}

static void reads_and_others_are_harmless(void **state)
{
    (void)state;
    struct event_trace trace = {0};
    add(&trace, "a", EVENT_BEGIN, "sum");
    add(&trace, "a", EVENT_READ, "x");
    add(&trace, "b", EVENT_READ, "x");
    add(&trace, "b", EVENT_WRITE, "y");
    add(&trace, "a", EVENT_READ, "x");
    add(&trace, "a", EVENT_END, "sum");
    add(&trace, "b", EVENT_WRITE, "x");
    struct finds finds = {.trace = &trace};
    assert_int_equal(serializability(&trace, found, &finds), 0);
    event_trace_free(&trace);
}

// a's region writes x, c copies x to y, and a's region reads y.
static void through_a_third_thread(void **state)
{
    (void)state;
    struct event_trace trace = {0};
    add(&trace, "a", EVENT_BEGIN, "publish");
    add(&trace, "a", EVENT_WRITE, "x");
    add(&trace, "b", EVENT_READ, "x");
    add(&trace, "b", EVENT_WRITE, "z");
    add(&trace, "c", EVENT_BEGIN, "copy");
    add(&trace, "c", EVENT_READ, "z");
    add(&trace, "c", EVENT_WRITE, "y");
    add(&trace, "c", EVENT_END, "copy");
    add(&trace, "a", EVENT_READ, "y");
    add(&trace, "a", EVENT_END, "publish");
    struct finds finds = {.trace = &trace};
    assert_int_equal(serializability(&trace, found, &finds), 2);
    assert_int_equal(finds.count, 1); // the other one saw nothing
    assert_int_equal(finds.begin, 0);
    event_trace_free(&trace);
}

static void make_random(struct event_trace *trace)
{
    static const char *const threads[] = {"a", "b", "c"};
    static const char *const variables[] = {"x", "y", "z"};
    uint32_t depth[3] = {0}, size = 4 + random_below(MOST_EVENTS - 4), names = 1 + random_below(3);
    for (uint32_t i = 0; i < size; i++) {
        uint32_t t = random_below(3);
        switch (random_below(6)) {
        case 0: add(trace, threads[t], EVENT_BEGIN, threads[t]), depth[t]++; break;
        case 1:
            if (depth[t] > 0)
                add(trace, threads[t], EVENT_END, threads[t]), depth[t]--;
            break;
        case 2: add(trace, threads[t], EVENT_WRITE, variables[random_below(names)]); break;
        default: add(trace, threads[t], EVENT_READ, variables[random_below(names)]); break;
        }
    }
}

static void random_traces_agree_with_the_definition(void **state)
{
    (void)state;
    uint32_t with = 0;
    for (uint32_t k = 0; k < 20000; k++) {
        struct event_trace trace = {0};
        make_random(&trace);
        struct finds finds = {.trace = &trace};
        uint32_t expected = trace.events.size ? count_by_definition(&trace) : 0;
        assert_int_equal(serializability(&trace, found, &finds), expected);
        assert_true((finds.count > 0) == (expected > 0));
        with += expected > 0;
        event_trace_free(&trace);
    }
    assert_true(with > 1000 && with < 19000);
}

static void what_is_no_find_is_refused(void **state)
{
    (void)state;
    struct event_trace trace = {0};
    add(&trace, "a", EVENT_BEGIN, "r"); // 0
    add(&trace, "a", EVENT_READ, "x");
    add(&trace, "b", EVENT_WRITE, "x");
    add(&trace, "b", EVENT_READ, "y");
    add(&trace, "a", EVENT_WRITE, "y");
    add(&trace, "a", EVENT_END, "r");
    add(&trace, "a", EVENT_READ, "x"); // 6
    static const struct conflict good[] = {{1, 2}, {3, 4}}, outside[] = {{1, 2}, {2, 6}},
                                 reads[] = {{1, 3}, {3, 4}};
    static const struct conflict back[] = {{3, 4}, {1, 2}};
    assert_null(serializability_check(&trace, 0, good, 2));
    assert_non_null(serializability_check(&trace, 0, outside, 2));
    assert_non_null(serializability_check(&trace, 0, reads, 2));
    assert_non_null(serializability_check(&trace, 0, back, 2));
    assert_non_null(serializability_check(&trace, 1, good, 2));
    assert_non_null(serializability_check(&trace, 0, good, 1));
    event_trace_free(&trace);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_write_in_between),
        cmocka_unit_test(reads_and_others_are_harmless),
        cmocka_unit_test(through_a_third_thread),
        cmocka_unit_test(random_traces_agree_with_the_definition),
        cmocka_unit_test(what_is_no_find_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
