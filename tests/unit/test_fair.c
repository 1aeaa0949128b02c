// Strongly fair components of graphs, and cycles through them.
#include "explore/lasso.h"

// clang-format off
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
// clang-format on

struct fixture {
    struct state_graph graph;
    struct state_neighbours outgoing;
    struct fair_graph fair;
    uint32_t without;     // an edge that must not be taken
    uint32_t count, size; // components that were found; states of the last one
    state_path cycle;     // of it, from state 0
};

static void add(struct fixture *f, uint32_t from, uint16_t thread, uint32_t to)
{
    while (f->graph.nodes.size <= from || f->graph.nodes.size <= to)
        vector_push(&f->graph.nodes, (struct state_node){.waits = true});
    vector_push(&f->graph.edges, (struct state_edge){.from = from, .to = to, .thread = thread});
}

static bool has_edge(const void *context, uint32_t edge)
{
    const struct fixture *f = context;
    return edge != f->without;
}

static void found(void *context, const struct fair_component *component)
{
    struct fixture *f = context;
    const state_list none = {0};
    f->count++;
    f->size = component->count;
    f->cycle.size = 0;
    bool has_first = false;
    for (uint32_t k = 0; k < component->count; k++)
        has_first |= component->states[k] == 0;
    if (has_first)
        lasso_find(&f->fair, component, 0, &none, &f->cycle);
}

// How many components there are among all states.
static uint32_t search(struct fixture *f, uint32_t without)
{
    struct fair_search s = {0};
    state_list all = {0};
    f->count = f->size = 0;
    f->without = without;
    for (uint32_t k = 0; k < f->graph.nodes.size; k++)
        vector_push(&all, k);
    f->outgoing = state_neighbours_new(&f->graph, true);
    f->fair = (struct fair_graph){&f->graph, &f->outgoing, has_edge, f};
    fair_components(&s, &f->fair, all.data, all.size, found, f);
    state_neighbours_free(&f->outgoing);
    fair_search_free(&s);
    vector_free(&all);
    return f->count;
}

static void release(struct fixture *f)
{
    state_graph_free(&f->graph);
    vector_free(&f->cycle);
}

// Thread 1, which comes back, does so for ever only if thread 0 is never enabled, or is executed, too.
static void test_enabled(void **unused)
{
    (void)unused;
    struct fixture f = {0};
    add(&f, 0, 1, 1);
    add(&f, 1, 1, 0);
    assert_int_equal(search(&f, NO_STATE), 1);
    assert_int_equal(f.cycle.size, 2);
    add(&f, 1, 0, 2); // leads away
    assert_int_equal(search(&f, NO_STATE), 0);
    add(&f, 2, 1, 0);
    assert_int_equal(search(&f, NO_STATE), 1);
    assert_int_equal(f.size, 3);
    assert_int_equal(f.cycle.size, 3); // by way of state 2, where the other thread is executed
    release(&f);
}

// A step that must not be taken is enabled all the same.
static void test_left_out(void **unused)
{
    (void)unused;
    struct fixture f = {0};
    add(&f, 0, 1, 0);
    add(&f, 0, 0, 0);
    assert_int_equal(search(&f, NO_STATE), 1);
    assert_int_equal(search(&f, 1), 0);
    release(&f);
}

// Where a thread is enabled in some states and not executed, these are left out, and what is left may be in
// parts.
static void test_taken_apart(void **unused)
{
    (void)unused;
    struct fixture f = {0};
    add(&f, 0, 1, 1);
    add(&f, 1, 1, 0);
    add(&f, 1, 1, 2);
    add(&f, 2, 1, 3);
    add(&f, 3, 1, 4);
    add(&f, 4, 1, 3);
    add(&f, 4, 1, 0);
    add(&f, 2, 0, 5); // thread 0 is enabled in state 2 only
    assert_int_equal(search(&f, NO_STATE), 2);
    assert_int_equal(f.size, 2);
    release(&f);
}

// Two cycles with a state in common, each with a thread of its own: a path goes round both.
static void test_both_cycles(void **unused)
{
    (void)unused;
    struct fixture f = {0};
    add(&f, 0, 0, 1);
    add(&f, 1, 0, 0);
    add(&f, 0, 1, 2);
    add(&f, 2, 1, 0);
    assert_int_equal(search(&f, NO_STATE), 1);
    assert_int_equal(f.size, 3);
    assert_int_equal(f.cycle.size, 4);
    release(&f);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_enabled),
        cmocka_unit_test(test_left_out),
        cmocka_unit_test(test_taken_apart),
        cmocka_unit_test(test_both_cycles),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
