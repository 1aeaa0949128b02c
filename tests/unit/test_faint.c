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
    "#include <sched.h>\n#include <stdatomic.h>\n#include <stdlib.h>\n#include <unistd.h>\n"                 \
    "volatile unsigned x, y, result; unsigned cells[4], *volatile where = cells;\n"                          \
    "static void relax(unsigned n) { while (n--) __asm__ volatile(\"pause\"); }\n"                           \
    "static void relax_twice(unsigned n) { if (n > 9) { relax(n); sched_yield(); } else relax(n + 1); }\n"   \
    "static unsigned plus(unsigned n) { return n > 5 ? n + 1 : n; }\n"                                       \
    "static unsigned again(unsigned n) { return n ? again(n - 1) : 0; }\n"

// Whether all four bytes of a global are faint.
static bool is_faint(const struct program *program, const char *name)
{
    for (uint32_t g = 0; g < program->globals_count; g++)
        if (strcmp(program_string(program, program->globals[g].name), name) == 0)
            return (faint_line(analyses_faint_values(program, 0), ABSTRACT_GLOBAL, g, 0) & 15) == 15;
    fail_msg("no global %s", name);
    return false;
}

// `body` is executed for ever: whether x, which it uses, is faint. What nobody reads is.
static void expect(const char *body, bool x_is_faint)
{
    char text[2000];
    snprintf(text, sizeof text, HEAD "int main(void) { for (;;) { x++; result = y; unsigned x0 = x; %s } }\n",
             body);
    struct program *program = program_text_load(text);
    assert_non_null(analyses_faint_values(program, 0));
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

// A branch that only chooses how time is passed decides nothing, if its ways come together again whatever
// happens.
static void test_what_passes_time(void **state)
{
    (void)state;
    expect("if (x % 64 == 0) sched_yield();", true);
    expect("if (x0 > 9) { if (x0 > 99) sched_yield(); else relax(x0); } else sched_yield();", true);
    expect("switch (x % 4) { case 0: sched_yield(); break; case 1: relax(3); break; default: break; }", true);
    expect("if (x % 64) continue; sched_yield();", true);
    expect("relax(x);", true);
    expect("relax_twice(x * 2);", true);
    expect("if (x0 % 2) usleep(x0); else sleep(1);", true);
    expect("result = x % 2 ? 3 : 4;", true);
    expect("unsigned n = x; if (n > 9) n = 1; result = n;", true);
    expect("unsigned n = x0; if (n > 9) n = 1; if (n == 7) result = 1;", false);
    expect("result = plus(x);", true);
    expect("unsigned n = 5; if (x == 9) n = plus(y); result = n;", false); // reads y
    expect("unsigned n = 5; if (x0 == 9) n = plus(8); result = n;", true);
    expect("unsigned n = 5; if (x0 == 9) n = plus(8); if (n == 9) abort();", false);
    expect("if (plus(x) == 9) abort();", false);
    expect("unsigned n = 0; if (x == 9) n = 1; if (n) abort();", false);
    expect("if (x == 9) break;", false);
    expect("if (x == 9) return 1; sched_yield();", false);
    expect("if (x == 9) abort(); else sched_yield();", false);
    expect("if (x == 9) for (;;) sched_yield();", false);
    expect("if (x0 == 9) again(x0);", false);
    expect("if (x == 9) result = y;", false);
    expect("if (x == 9) (void)y;", false);
    expect("if (x == 9) result = 1u << y;", false);
    expect("if (x == 9) atomic_thread_fence(memory_order_seq_cst);", false);
    expect("if (again(x) == 9) sched_yield();", false);
}

// Loops that end are no more than time, whatever they count to.
static void test_loops_that_end(void **state)
{
    (void)state;
    expect("for (unsigned k = 0; k < x0; k++) sched_yield();", true);
    expect("for (unsigned k = 0; x0 > k; ++k) relax(k);", true);
    expect("for (int k = (int)x0; k > 0; k--) sched_yield();", true);
    expect("for (int k = (int)x0; k >= 0; k--) sched_yield();", true);
    expect("for (unsigned long k = 0; k != x0; k++) if (k % 2) sched_yield();", true);
    expect("for (unsigned k = x0; k; k--) for (unsigned j = k; j; j--) sched_yield();", true);
    expect("unsigned k = x0; do sched_yield(); while (--k);", true);
    expect("for (unsigned k = 0; k < x0; k++) if (k == 7) break; else sched_yield();", true);
    expect("unsigned k = 0; while (k++ < x0) sched_yield();", true);
    expect("for (unsigned k = 0; k < (x0 + 5) % 7; k++) sched_yield();", true);
    expect("for (unsigned k = 0; k <= x0; k++) sched_yield();", false);
    expect("for (unsigned k = x0; k >= 0; k--) sched_yield();", false);
    expect("for (unsigned k = 0; k != x0; k += 2) sched_yield();", false);
    expect("for (unsigned k = 0; k < x0; k += x0) sched_yield();", false);
    expect("for (unsigned k = 0; k < x0; k++) if (k == 7) k = 0;", false);
    expect("for (unsigned k = 0; k < x0; k++) if (k != 7) continue; else k--;", false);
    expect("unsigned k = 0; while (k < x0) { sched_yield(); if (x0 > 5) k++; }", false);
    expect("for (unsigned k = 0; k < x; k++) sched_yield();", false); // another x each time
    expect("for (unsigned k = x0; k < 9 || k > 3; k++) sched_yield();", false);
    expect("for (unsigned char k = 0; k < x0; k++) sched_yield();", false); // for ever beyond 255
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
    const struct faint_values *values = analyses_faint_values(program, 0);
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
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_what_decides), cmocka_unit_test(test_what_passes_time),
        cmocka_unit_test(test_loops_that_end), cmocka_unit_test(test_operands)};
    return cmocka_run_group_tests(tests, program_text_setup, program_text_teardown);
}
