// Live registers of a function written by hand.
#include "analysis/live.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

// r0 is a sum, r1 what was read last, r2 the loop's counter, r3 a switch's selector, r4 the result of a call.
static struct instruction code[] = {
    [0] = {.op = OP_CONST, .width = 32, .d = 0},
    [1] = {.op = OP_LOOP, .a = 2},
    [2] = {.op = OP_LOAD_G, .width = 32, .d = 1, .a = 64},
    [3] = {.op = OP_ADD, .width = 32, .d = 0, .a = 0, .b = 1},
    [4] = {.op = OP_BRANCH, .width = 1, .a = 1, .b = 1, .d = 5},
    [5] = {.op = OP_CALL, .aux = 1, .width = 32, .d = 4, .a = 0, .b = 0},
    [6] = {.op = OP_SWITCH, .width = 32, .a = 3, .b = 3},
    [7] = {.op = OP_RETURN, .aux = 1, .a = 0},
    [8] = {.op = OP_RETURN, .aux = 1, .a = 4},
};
// A call with the argument r3; a switch to @7 and @8.
static uint32_t operands[] = {1, 0, 3, 1, 7, 0, 8};
static uint64_t constants[] = {1};
static struct function functions[] = {
    {.kind = FUNCTION_DEFINED, .first = 0, .end = 9, .register_count = 5, .first_block = 0, .end_block = 5}};
static struct block blocks[] = {{.first = 0, .end = 1},
                                {.first = 1, .end = 5},
                                {.first = 5, .end = 7},
                                {.first = 7, .end = 8},
                                {.first = 8, .end = 9}};
static const struct program program = {.code = code,
                                       .code_count = 9,
                                       .operands = operands,
                                       .operands_count = 7,
                                       .constants = constants,
                                       .constants_count = 1,
                                       .functions = functions,
                                       .functions_count = 1,
                                       .blocks = blocks,
                                       .blocks_count = 5};

static void expect_live(struct live *live, uint32_t at, uint32_t set)
{
    uint32_t count, found = 0;
    const uint32_t *list = live_before(live, at, &count);
    for (uint32_t k = 0; k < count; k++)
        found |= 1u << list[k];
    assert_int_equal(found, set);
    for (uint32_t r = 0; r < 5; r++)
        assert_int_equal(live_has(live, at, r), set >> r & 1);
}

static void test_sets(void **state)
{
    (void)state;
    struct live *live = live_new(&program, NULL);
    expect_live(live, 0, 1u << 3);
    expect_live(live, 1, 1u << 0 | 1u << 3); // not the counter
    expect_live(live, 2, 1u << 0 | 1u << 3);
    expect_live(live, 3, 1u << 0 | 1u << 1 | 1u << 3);
    expect_live(live, 4, 1u << 0 | 1u << 1 | 1u << 3);
    expect_live(live, 5, 1u << 0 | 1u << 3); // the call's result is written by it
    expect_live(live, 6, 1u << 0 | 1u << 3 | 1u << 4);
    expect_live(live, 7, 1u << 0);
    expect_live(live, 8, 1u << 4);
    live_free(live);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_sets)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
