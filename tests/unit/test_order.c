// The solver of orders (smt/order.h), compared with all orders of few points.
#include "smt/order.h"

// clang-format off
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
// clang-format on

#include <stdlib.h>

enum { POINTS = 4, FLAGS = 2, MOST_TIMES = POINTS, PROBLEMS = 2000 };

static bool holds(struct order_literal literal, const int64_t *times, const bool *set)
{
    if (literal.second == ORDER_SET)
        return set[literal.first];
    if (literal.second == ORDER_UNSET)
        return !set[literal.first];
    return times[literal.first] < times[literal.second];
}

static bool satisfies(const struct order_problem *problem, const int64_t *times, const bool *set)
{
    uint32_t at = 0;
    for (uint32_t i = 0; i < problem->ends.size; i++) {
        bool some = false;
        for (; at < problem->ends.data[i]; at++)
            some |= holds(problem->literals.data[at], times, set);
        if (!some)
            return false;
    }
    return true;
}

// All values that can differ: points with so many times, and flags.
static bool satisfiable(const struct order_problem *problem)
{
    unsigned all = 1u << FLAGS;
    for (unsigned i = 0; i < POINTS; i++)
        all *= MOST_TIMES;
    for (unsigned n = 0; n < all; n++) {
        int64_t times[POINTS];
        bool set[FLAGS];
        unsigned rest = n;
        for (unsigned i = 0; i < POINTS; i++, rest /= MOST_TIMES)
            times[i] = rest % MOST_TIMES;
        for (unsigned i = 0; i < FLAGS; i++)
            set[i] = rest >> i & 1;
        if (satisfies(problem, times, set))
            return true;
    }
    return false;
}

static unsigned draw(unsigned below)
{
    static unsigned state = 1;
    state = state * 1103515245u + 12345u;
    return (state >> 16) % below;
}

static void make(struct order_problem *problem)
{
    order_clear(problem);
    problem->points = POINTS;
    problem->flags = FLAGS;
    for (unsigned clauses = draw(12) + 1; clauses > 0; clauses--) {
        for (unsigned literals = draw(100) ? draw(2) + 1 : 0; literals > 0; literals--) {
            if (draw(4) == 0)
                order_push(problem, draw(FLAGS), draw(2) ? (uint32_t)ORDER_SET : (uint32_t)ORDER_UNSET);
            else
                order_push(problem, draw(POINTS), draw(POINTS));
        }
        order_end(problem);
    }
}

static void small_problems_are_decided(void **state)
{
    (void)state;
    struct order_solver *solver = order_solver_new(&(struct order_options){10000, 0});
    struct order_problem problem = {0};
    unsigned satisfied = 0;
    for (unsigned i = 0; i < PROBLEMS; i++) {
        int64_t times[POINTS];
        bool set[FLAGS];
        make(&problem);
        enum smt_answer answer = order_check(solver, &problem, 0, times, set);
        assert_int_equal(answer, satisfiable(&problem) ? SMT_SAT : SMT_UNSAT);
        if (answer == SMT_SAT)
            assert_true(satisfies(&problem, times, set));
        satisfied += answer == SMT_SAT;
    }
    assert_in_range(satisfied, PROBLEMS / 10, PROBLEMS - PROBLEMS / 10);
    assert_null(order_error(solver));
    order_free(&problem);
    order_solver_free(solver);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(small_problems_are_decided)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
