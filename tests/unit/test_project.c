// term/project.h: what is left of random conjunctions is compared with all values of the inputs.
#include "term/project.h"

#include "base/vector.h"

// clang-format off
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
// clang-format on

enum { INPUTS = 4, KEPT = 2, WIDTH = 2, VALUES = 1 << WIDTH, ROUNDS = 20000, MAKER = 7 };

static uint32_t draw(uint32_t below)
{
    static uint64_t state = 1;
    state = state * 6364136223846793005u + 1442695040888963407u;
    return (uint32_t)(state >> 33) % below;
}

static term operand(struct terms *terms)
{
    uint32_t which = draw(INPUTS + 2);
    if (which < INPUTS)
        return term_input(terms, MAKER, which, WIDTH, INPUT_NONDET);
    term sum = term_binary(terms, TERM_ADD, term_input(terms, MAKER, draw(INPUTS), WIDTH, INPUT_NONDET),
                           term_constant(terms, WIDTH, draw(VALUES)));
    return which == INPUTS ? sum : term_constant(terms, WIDTH, draw(VALUES));
}

static term random_conjunct(struct terms *terms)
{
    if (draw(8) == 0)
        return term_binary(terms, TERM_ULT, operand(terms), operand(terms));
    term equal = term_eq(terms, operand(terms), operand(terms));
    return draw(3) ? term_not(terms, equal) : equal;
}

static bool all_hold(struct terms *terms, const struct term_conjuncts *conjuncts, const uint64_t *values)
{
    bool hold = true;
    for (uint32_t k = 0; k < conjuncts->size && hold; k++)
        hold = term_evaluate(terms, conjuncts->data[k], values, INPUTS);
    return hold;
}

// Whether some values of the inputs from KEPT on satisfy the conjuncts.
static bool can_be_satisfied(struct terms *terms, const struct term_conjuncts *conjuncts, uint64_t *values)
{
    for (values[2] = 0; values[2] < VALUES; values[2]++)
        for (values[3] = 0; values[3] < VALUES; values[3]++)
            if (all_hold(terms, conjuncts, values))
                return true;
    return false;
}

static void test_says_the_same_of_kept_inputs(void **state)
{
    (void)state;
    struct terms *terms = terms_new();
    uint32_t eliminated = 0;
    for (uint32_t k = 0; k < INPUTS; k++)
        term_input(terms, MAKER, k, WIDTH, INPUT_NONDET);
    for (unsigned round = 0; round < ROUNDS; round++) {
        struct term_conjuncts before = {0}, after = {0};
        for (uint32_t k = draw(6) + 1; k; k--) {
            term conjunct = random_conjunct(terms);
            vector_push(&before, conjunct);
            vector_push(&after, conjunct);
        }
        term_project(terms, &after, MAKER, KEPT);
        eliminated += after.size < before.size;
        uint64_t values[INPUTS] = {0};
        for (values[0] = 0; values[0] < VALUES; values[0]++)
            for (values[1] = 0; values[1] < VALUES; values[1]++)
                assert_int_equal(can_be_satisfied(terms, &before, values),
                                 can_be_satisfied(terms, &after, values));
        vector_free(&before);
        vector_free(&after);
    }
    assert_true(eliminated > ROUNDS / 4);
    terms_free(terms);
}

static void test_input_of_one_bit(void **state)
{
    (void)state;
    struct terms *terms = terms_new();
    term kept = term_input(terms, MAKER, 0, 1, INPUT_NONDET),
         gone = term_input(terms, MAKER, 1, 1, INPUT_NONDET);
    struct term_conjuncts conjuncts = {0};
    vector_push(&conjuncts, gone);
    vector_push(&conjuncts, term_eq(terms, gone, kept));
    term_project(terms, &conjuncts, MAKER, 1);
    assert_int_equal(conjuncts.size, 1);
    assert_int_equal(conjuncts.data[0], kept);
    vector_free(&conjuncts);
    terms_free(terms);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_says_the_same_of_kept_inputs),
        cmocka_unit_test(test_input_of_one_bit),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
