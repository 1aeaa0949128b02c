// What decides and what is faint, in loops that never end.
#include "analysis/analyses.h"
#include "analysis/faint.h"
#include "program/registers.h"
#include "program_text.h"

// clang-format off
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
// clang-format on
#include <string.h>

#define HEAD                                                                                                 \
    "#include <stdatomic.h>\n#include <stdlib.h>\n"                                                          \
    "volatile unsigned x, y, result; unsigned cells[4], *volatile where = cells;\n"

// Whether all four bytes of a global are faint.
static bool is_faint(const struct program *program, const char *name)
{
    for (uint32_t g = 0; g < program->globals_count; g++)
        if (strcmp(program_string(program, program->globals[g].name), name) == 0)
            return (faint_line(analyses_faint_values(program), ABSTRACT_GLOBAL, g, 0) & 15) == 15;
    fail_msg("no global %s", name);
    return false;
}

// `body` is executed for ever: whether x, which it uses, is faint. What nobody reads is.
static void expect(const char *body, bool x_is_faint)
{
    char text[2000];
    snprintf(text, sizeof text, HEAD "int main(void) { for (;;) { x++; result = y; %s } }\n", body);
    struct program *program = program_text_load(text);
    assert_non_null(analyses_faint_values(program));
    assert_true(is_faint(program, "result"));
    if (is_faint(program, "x") != x_is_faint)
        fail_msg("x is %sfaint: %s", x_is_faint ? "not " : "", body);
    program_free(program);
}

static void test_what_decides(void **state)
{
    (void)state;
    expect("", true);
    expect("result = x * 3 + 1;", true);
    expect("result = x / 3;", true);
    expect("result = x << 3;", true);
    expect("result = x == 3;", true);
    expect("result = y / x;", false);
    expect("result = 1u << x;", false);
    expect("result = 1u >> x;", false);
    expect("result = (unsigned)(-1 >> x);", false);
    expect("result = cells[x];", false);
    expect("cells[x] = y;", false);
    expect("if (x == 9) result = 1;", false);
    expect("result = y; if (x == 9) abort();", false);
    expect("void *p = malloc(x); free(p);", false);
}

// By a register that an instruction of a kind reads, what is faint: of shifts and accesses, only what does
// not say how far, or where.
static void test_operands(void **state)
{
    (void)state;
    struct program *program = program_text_load(
        HEAD "int main(void) { for (;;) { unsigned *p = where;\n"
             "  x++; *p = x;\n"
             "  result = *p + (x << (y & 7)); atomic_fetch_add((atomic_uint *)p, x); } }\n");
    const struct faint_values *values = analyses_faint_values(program);
    uint32_t accesses = 0, shifts = 0;
    assert_non_null(values);
    for (uint32_t code = 0; code < program->code_count; code++) {
        const struct instruction *i = &program->code[code];
        if (program_text_line(program, code) == 0)
            continue;
        if (i->op == OP_LOAD || i->op == OP_STORE || i->op == OP_RMW) {
            assert_false(faint_operand(values, code, &i->a));
            accesses++;
        }
        if (i->op == OP_STORE)
            assert_true(faint_operand(values, code, &i->d));
        if (i->op == OP_SHL) {
            assert_true(faint_operand(values, code, &i->a));
            assert_false(faint_operand(values, code, &i->b));
            shifts++;
        }
    }
    assert_int_equal(accesses, 3);
    assert_int_equal(shifts, 1);
    program_free(program);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_what_decides), cmocka_unit_test(test_operands)};
    return cmocka_run_group_tests(tests, program_text_setup, program_text_teardown);
}
