// Graphs of states: who goes round for ever, and the shortest way.
#include "explore/state_graph.h"

// clang-format off
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
// clang-format on

static const state_list none;

static void add_states(struct state_graph *g, unsigned count)
{
    while (count--)
        vector_push(&g->nodes, (struct state_node){.waits = true});
}

static void add(struct state_graph *g, uint32_t from, uint16_t thread, uint32_t to, bool advances)
{
    vector_push(&g->edges,
                (struct state_edge){.from = from, .to = to, .thread = thread, .advances = advances});
}

// 0 hands a flag to 1 and back: each thread comes back only if the other one goes on.
static void test_hand_over(void **unused)
{
    (void)unused;
    struct state_graph g = {0};
    add_states(&g, 2);
    add(&g, NO_STATE, 0, 0, true);
    add(&g, 0, 0, 1, false);
    add(&g, 0, 1, 0, false);
    add(&g, 1, 1, 0, false);
    add(&g, 1, 0, 1, false);
    assert_int_equal(state_graph_find_stuck(&g, &none, &none), NO_STATE);
    state_graph_free(&g);
}

// Both take a lock in turns: in state 0 each comes back alone, in the others one waits for the other.
static void add_lock(struct state_graph *g)
{
    add_states(g, 3);
    add(g, NO_STATE, 0, 0, true);
    add(g, 0, 0, 1, false);
    add(g, 1, 0, 0, false);
    add(g, 0, 1, 2, false);
    add(g, 2, 1, 0, false);
}

static void test_lock(void **unused)
{
    (void)unused;
    struct state_graph g = {0};
    add_lock(&g);
    assert_int_equal(state_graph_find_stuck(&g, &none, &none), 0);
    g.nodes.data[0].excused = true;
    assert_int_equal(state_graph_find_stuck(&g, &none, &none),
                     1); // the other one waits, the holder comes back
    g.nodes.data[1].excused = g.nodes.data[2].excused = true;
    assert_int_equal(state_graph_find_stuck(&g, &none, &none), NO_STATE);
    state_graph_free(&g);
}

// As before, but a thread can end under the lock.
static void test_way_out(void **unused)
{
    (void)unused;
    struct state_graph g = {0};
    add_lock(&g);
    add_states(&g, 1);
    add(&g, 2, 1, 3, true);
    assert_int_equal(state_graph_find_stuck(&g, &none, &none), NO_STATE);
    state_graph_free(&g);
}

// A thread that runs into a cycle does not come back to where it came from.
static void test_tail(void **unused)
{
    (void)unused;
    struct state_graph g = {0};
    add_states(&g, 4);
    add(&g, NO_STATE, 0, 0, true);
    add(&g, 0, 0, 1, false);
    add(&g, 1, 0, 2, false);
    add(&g, 2, 0, 3, false);
    add(&g, 3, 0, 2, false);
    assert_int_equal(state_graph_find_stuck(&g, &none, &none), 2);
    state_graph_free(&g);
}

static void test_path(void **unused)
{
    (void)unused;
    struct state_graph g = {0};
    state_path path = {0};
    add_states(&g, 4);
    add(&g, NO_STATE, 0, 0, true);
    add(&g, 0, 0, 1, false);
    add(&g, 1, 0, 2, false);
    add(&g, 2, 0, 3, false);
    add(&g, 0, 1, 2, false);
    state_graph_path(&g, 3, &path);
    assert_int_equal(path.size, 3);
    assert_int_equal(path.data[0], 0);
    assert_int_equal(path.data[1], 4);
    assert_int_equal(path.data[2], 3);
    vector_free(&path);
    state_graph_free(&g);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_hand_over), cmocka_unit_test(test_lock), cmocka_unit_test(test_way_out),
        cmocka_unit_test(test_tail),      cmocka_unit_test(test_path),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
