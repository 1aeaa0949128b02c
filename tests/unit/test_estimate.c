// The estimate of how much of a search is over, on trees whose size is known.
#include "explore/estimate.h"
#include "explore/parallel_state.h"
#include "explore/reduction.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

static uint32_t two_left(const struct search *s, uint32_t point)
{
    (void)s;
    (void)point;
    return 2;
}

static uint32_t one_left(const struct search *s, uint32_t point)
{
    (void)s;
    (void)point;
    return 1;
}

static const struct reduction between_threads = {.left = two_left}, unknown = {.left = NULL};

struct tree {
    struct search search;
    struct exploration result;
};

static struct search *tree_new(struct tree *tree, uint64_t executions)
{
    *tree = (struct tree){.search.reduction = &between_threads};
    tree->search.result = &tree->result;
    tree->result.counters.complete = executions;
    return &tree->search;
}

// An input's branch of two sides; the second one is explored.
static void add_branch(struct search *s, uint64_t begun, uint64_t way)
{
    struct choice_point point = {.within_step = true, .begun = begun, .way = way, .done = 1};
    point.answer.alternative = 1;
    point.answer.count = 2;
    vector_push(&s->points, point);
}

static double estimated(struct search *s)
{
    double explored = estimate_explored(s);
    vector_free(&s->points);
    return explored;
}

// Of three threads, the first is explored: 10 of 30 executions.
static void ways_that_are_left_are_like_those_explored(void **state)
{
    (void)state;
    struct tree tree;
    struct search *s = tree_new(&tree, 9);
    vector_push(&s->points, ((struct choice_point){.begun = 0, .way = 0}));
    add_branch(s, 0, 9);
    assert_float_equal(estimated(s), 9.0 / 30, 1e-9);
}

// The sides on which assumptions do not hold are one execution each, and say nothing of how much is over.
static void short_ways_weigh_little(void **state)
{
    (void)state;
    struct tree tree;
    struct search *s = tree_new(&tree, 8);
    for (uint64_t k = 0; k < 8; k++)
        add_branch(s, k, k + 1);
    vector_push(&s->points, ((struct choice_point){.begun = 8, .way = 8}));
    vector_push(&s->points, ((struct choice_point){.begun = 8, .way = 8}));
    assert_float_equal(estimated(s), 8.0 / 17, 1e-9);
}

// Limits of preemptions: what earlier searches have explored counts for nothing.
static void another_search_begins_at_nothing(void **state)
{
    (void)state;
    struct tree tree;
    struct search *s = tree_new(&tree, 105);
    vector_push(&s->points, ((struct choice_point){.begun = 100, .way = 100}));
    add_branch(s, 100, 105);
    assert_float_equal(estimated(s), 5.0 / 18, 1e-9);
}

// Of three threads, the first is explored here, the second by another process: 9 and 6 of 10 and 20, and of
// the third 15 are expected. Before the other process says how much it has, its way is like this one.
static void others_say_how_much_they_have(void **state)
{
    (void)state;
    struct tree tree;
    struct search *s = tree_new(&tree, 9);
    struct parallel parallel = {0};
    struct given_part given = {.point = 0};
    assert_true(workers_begin(&parallel.workers, 2));
    assert_true(workers_reserve(&parallel.workers, &given.link.seat));
    vector_push(&parallel.given, given);
    s->parallel = &parallel;
    vector_push(&s->points, ((struct choice_point){.begun = 0, .way = 0}));
    add_branch(s, 0, 9);
    assert_float_equal(estimate_explored(s), 9.0 / 30, 1e-9);
    struct workers other = parallel.workers;
    other.seat = given.link.seat;
    workers_send_size(&other, 20);
    workers_add_executed(&other, 6, 0);
    assert_float_equal(estimate_explored(s), 15.0 / 45, 1e-9);
    // The other one is at its end, with 21: they belong to the choice point, not to the way from it.
    parallel.given.size = 0;
    tree.result.counters.complete += 21;
    parallel_add_size(s, 0, 21);
    workers_add_executed(&other, 15, 0);
    parallel.executions_elsewhere = 21;
    s->reduction = &(const struct reduction){.left = one_left};
    assert_float_equal(estimated(s), (float)(60.0 / 93), 1e-6);
    workers_end(&parallel.workers);
    vector_free(&parallel.given);
}

static void nothing_is_said_where_nothing_is_known(void **state)
{
    (void)state;
    struct tree tree;
    struct search *s = tree_new(&tree, 3);
    assert_true(estimated(s) < 0);
    s->reduction = &unknown;
    add_branch(s, 0, 1);
    assert_true(estimated(s) < 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(ways_that_are_left_are_like_those_explored),
        cmocka_unit_test(short_ways_weigh_little),
        cmocka_unit_test(another_search_begins_at_nothing),
        cmocka_unit_test(others_say_how_much_they_have),
        cmocka_unit_test(nothing_is_said_where_nothing_is_known),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
