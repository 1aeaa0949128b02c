// The trace against its definition: happens-before and races of random executions, also after going back.
#include "explore/trace.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

enum { EVENTS = 60, THREADS = 4, ACCESSES = 2 };

// An execution, with its happens-before as a matrix.
struct model {
    uint32_t count;
    uint32_t thread[EVENTS], accesses[EVENTS];
    bool may_block[EVENTS];
    struct access access[EVENTS][ACCESSES];
    bool before[EVENTS][EVENTS];
    bool begun_by[THREADS][EVENTS]; // events before the thread's next one because of edges
    struct trace_mark mark[EVENTS];
    bool begun_at[EVENTS][THREADS][EVENTS]; // begun_by before each event
};

static uint32_t below(uint32_t limit)
{
    static uint64_t seed = 7;
    seed = seed * 6364136223846793005u + 1442695040888963407u;
    return (uint32_t)(seed >> 33) % limit;
}

static bool conflict(const struct model *x, uint32_t a, uint32_t b)
{
    for (uint32_t i = 0; i < x->accesses[a]; i++)
        for (uint32_t k = 0; k < x->accesses[b]; k++)
            if (access_conflict(&x->access[a][i], &x->access[b][k]))
                return true;
    return false;
}

// Whether `a` happens before what `thread` does next because of its thread's past.
static bool before_next(const struct model *x, uint32_t a, uint32_t thread)
{
    bool is = x->thread[a] == thread || x->begun_by[thread][a];
    for (uint32_t k = a + 1; k < x->count; k++)
        is |= x->before[a][k] && (x->thread[k] == thread || x->begun_by[thread][k]);
    return is;
}

// The races of an event that is about to be added.
static void expect_races(const struct model *x, uint32_t e, bool *races)
{
    for (uint32_t a = 0; a < e; a++) {
        races[a] = conflict(x, a, e) && !before_next(x, a, x->thread[e]);
        for (uint32_t k = a + 1; k < e && !x->may_block[e]; k++) // ordered by another conflict
            races[a] &= !(x->before[a][k] && conflict(x, k, e));
    }
}

static void order(struct model *x, uint32_t e)
{
    for (uint32_t a = 0; a < e; a++)
        x->before[a][e] = conflict(x, a, e) || before_next(x, a, x->thread[e]);
    for (uint32_t a = e; a-- > 0;)
        for (uint32_t k = a + 1; k < e; k++)
            x->before[a][e] |= x->before[a][k] && x->before[k][e];
}

static struct access any_access(unsigned kind)
{
    static const uint64_t sizes[] = {1, 4, 4, 8, 40};
    uint64_t size = sizes[below(5)];
    struct access a = {.address = 1024 + 4 * (uint64_t)below(kind % 3 ? 3 : 20), .size = size};
    a.write = below(3) > 0;
    a.commute = a.write && kind % 2 ? (uint8_t)below(3) : 0;
    if (kind % 5 == 0 && below(20) == 0)
        a.size = 4096;
    return a;
}

static void add_edge(struct model *x, struct trace *trace, uint32_t from, uint32_t to)
{
    trace_edge(trace, from, to);
    for (uint32_t a = 0; a < x->count; a++)
        x->begun_by[to][a] |= before_next(x, a, from);
}

static void add_event(struct model *x, struct trace *trace, unsigned kind)
{
    uint32_t e = x->count;
    x->mark[e] = trace_mark(trace);
    memcpy(x->begun_at[e], x->begun_by, sizeof x->begun_by);
    x->thread[e] = below(4) && e ? x->thread[e - 1] : below(THREADS);
    x->may_block[e] = below(3) == 0;
    x->accesses[e] = 1 + below(ACCESSES);
    for (uint32_t k = 0; k < x->accesses[e]; k++)
        x->access[e][k] = any_access(kind);
    bool races[EVENTS] = {false};
    expect_races(x, e, races);
    memset(x->before[e], 0, sizeof x->before[e]);
    order(x, e);
    x->count++;
    uint32_t first = trace->races.size;
    struct event event = {.thread = x->thread[e], .may_block = x->may_block[e]};
    assert_int_equal(trace_add(trace, event, x->access[e], x->accesses[e]), e);
    for (uint32_t a = 0; a < e; a++) {
        bool found = false;
        for (uint32_t k = first; k < trace->races.size; k++)
            found |= trace->races.data[k].first == a;
        assert_int_equal(found, races[a]);
        assert_int_equal(trace_before(trace, a, e), x->before[a][e]);
    }
}

struct visited {
    bool event[EVENTS];
};

static bool visit(void *context, uint32_t event)
{
    struct visited *v = context;
    v->event[event] = true;
    return true;
}

// What a thread's access would conflict with.
static void check_conflicts(const struct model *x, const struct trace *trace, unsigned kind)
{
    struct access a = any_access(kind);
    uint32_t thread = below(THREADS), before = below(x->count + 1);
    for (int unordered = 0; unordered < 2; unordered++) {
        struct visited v = {{false}};
        trace_conflicts(trace, thread, &a, before, unordered, visit, &v);
        for (uint32_t e = 0; e < x->count; e++) {
            bool is = false, ordered = false;
            for (uint32_t k = 0; k < x->accesses[e]; k++)
                is |= e < before && access_conflict(&x->access[e][k], &a) && !before_next(x, e, thread);
            for (uint32_t k = e + 1; k < x->count; k++)
                ordered |= v.event[k] && x->before[e][k];
            assert_true(v.event[e] ? is : !is || (unordered && ordered));
        }
    }
}

static void test_definition(void **state)
{
    (void)state;
    static struct model x;
    for (unsigned round = 0; round < 400; round++) {
        struct trace trace;
        trace_init(&trace);
        trace.collect_races = true;
        memset(&x, 0, sizeof x);
        for (unsigned step = 0; step < 2 * EVENTS; step++) {
            if (x.count == EVENTS || (x.count && below(12) == 0)) {
                x.count = below(x.count);
                trace_undo(&trace, &x.mark[x.count]);
                memcpy(x.begun_by, x.begun_at[x.count], sizeof x.begun_by);
            }
            if (below(10) == 0)
                add_edge(&x, &trace, below(THREADS), below(THREADS));
            add_event(&x, &trace, round);
            check_conflicts(&x, &trace, round);
        }
        trace_free(&trace);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_definition)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
