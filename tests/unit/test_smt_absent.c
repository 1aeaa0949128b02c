// Without libz3: nothing is guessed. What the other layers decide is decided, everything else is unknown.
#include "smt/order.h"
#include "smt/smt.h"

// clang-format off
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
// clang-format on

// Takes the place of the C library's.
void *dlopen(const char *file, int mode);
char *dlerror(void);

void *dlopen(const char *file, int mode)
{
    (void)file;
    (void)mode;
    return NULL;
}

char *dlerror(void)
{
    static char reason[] = "no library in this test";
    return reason;
}

static void test_absent(void **state)
{
    (void)state;
    struct terms *terms = terms_new();
    struct smt_options options = {.caches = true, .slicing = true};
    struct smt *smt = smt_new(terms, &options);
    term x = term_input(terms, 0, 0, 32, INPUT_NONDET);
    term nine = term_eq(terms, term_binary(terms, TERM_MUL, x, x), term_constant(terms, 32, 9));
    assert_null(smt_load_error(smt)); // not tried
    uint64_t hint[1] = {3}, model[1];
    assert_int_equal(smt_check(smt, NULL, 0, nine, hint, model, 1), SMT_SAT);
    assert_int_equal(model[0], 3);
    assert_int_equal(smt_check(smt, NULL, 0, nine, NULL, model, 1), SMT_UNKNOWN);
    assert_int_equal(smt_check(smt, NULL, 0, nine, NULL, NULL, 0), SMT_UNKNOWN);
    assert_string_equal(smt_load_error(smt), "no library in this test");
    term zero = term_eq(terms, x, term_constant(terms, 32, 0));
    assert_int_equal(smt_check(smt, NULL, 0, zero, NULL, model, 1), SMT_SAT);
    assert_int_equal(smt_statistics(smt)->unknowns, 2);
    smt_free(smt);
    terms_free(terms);
}

static void orders_are_not_guessed(void **state)
{
    (void)state;
    struct order_solver *solver = order_solver_new(&(struct order_options){.conflicts = ORDER_Z3});
    struct order_problem problem = {0};
    int64_t times[1];
    bool set[1];
    assert_null(order_error(solver)); // not tried
    assert_int_equal(order_check(solver, &problem, 0, times, set), SMT_UNKNOWN);
    assert_string_equal(order_error(solver), "no library in this test");
    order_free(&problem);
    order_solver_free(solver);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_absent),
                                       cmocka_unit_test(orders_are_not_guessed)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
