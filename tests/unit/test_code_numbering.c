// What is carried of one version of a program to the next: in pairs of small programs, lines of the old
// version that end in `//~` have an instruction in a block that has changed; all others have none.
#include "analysis/code_numbering.h"
#include "base/bit_array.h"
#include "program_text.h"

// clang-format off
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
// clang-format on
#include <string.h>

#define HEAD "extern int nondet_int(void);\nint x, y, z;\n"

struct pair {
    struct program *programs[VERSION_COUNT];
    struct counterparts *counterparts;
    struct code_carried carried;
    const char *why; // nothing is carried
};

static struct pair load(const char *old_text, const char *new_text)
{
    struct pair pair = {.programs = {program_text_load(old_text), program_text_load(new_text)}};
    pair.counterparts = counterparts_find(pair.programs[VERSION_OLD], pair.programs[VERSION_NEW]);
    code_carried_find(pair.counterparts, NULL, &pair.carried, &pair.why);
    return pair;
}

static void release(struct pair *pair)
{
    code_carried_free(&pair->carried);
    counterparts_free(pair->counterparts);
    program_free(pair->programs[VERSION_OLD]);
    program_free(pair->programs[VERSION_NEW]);
}

static bool line_has_changed(const struct program *p, const uint64_t *changed, uint32_t line)
{
    uint32_t *blocks = program_code_blocks(p);
    bool found = false;
    for (uint32_t code = 0; code < p->code_count; code++)
        found |= p->code[code].op != OP_EXTRA && program_text_line(p, code) == line &&
                 bit_array_has(changed, blocks[code]);
    memory_free(blocks);
    return found;
}

static void check(const char *old_text, const char *new_text)
{
    struct pair pair = load(old_text, new_text);
    if (pair.why)
        fail_msg("nothing is carried: %s", pair.why);
    const struct program *p = pair.programs[VERSION_OLD];
    const struct code_checked all = {NULL, NULL};
    uint64_t *changed = code_carried_changed(&pair.carried, p, &all, &all);
    uint32_t line = 1;
    for (const char *at = old_text; *at; line++) {
        size_t length = strcspn(at, "\n");
        bool wanted = length > 3 && strncmp(at + length - 3, "//~", 3) == 0;
        if (line_has_changed(p, changed, line) != wanted)
            fail_msg("line %u has %schanged: %.*s", line, wanted ? "not " : "", (int)length, at);
        at += length + (at[length] != 0);
    }
    memory_free(changed);
    release(&pair);
}

static void check_nothing(const char *old_text, const char *new_text)
{
    struct pair pair = load(old_text, new_text);
    assert_non_null(pair.why);
    release(&pair);
}

static void test_a_statement(void **state)
{
    (void)state;
    check(HEAD "int main(void)\n{\n    x = 1;\n    if (nondet_int())\n        y = 2; //~\n    z = 3;\n    "
               "return 0;\n}\n",
          HEAD "int main(void)\n{\n    x = 1;\n    if (nondet_int())\n        y = 4;\n    z = 3;\n    return "
               "0;\n}\n");
}

// The edit changes no instruction but jumps: one part comes after the other one now.
static void test_where_control_goes_on(void **state)
{
    (void)state;
    check(HEAD "int w;\nint main(void)\n{\n    x = 1; //~\n    goto one;\none:\n    y = 4; //~\n  "
               "  if (w) //~\n"
               "        y = 6; //~\n    goto two;\ntwo:\n    z = 5; //~\n    if (w) //~\n"
               "        z = 7; //~\n    goto end;\nend:\n    return 0;\n}\n",
          HEAD "int w;\nint main(void)\n{\n    x = 1;\n    goto two;\none:\n    y = 4;\n    if (w)\n"
               "        y = 6;\n    goto end;\ntwo:\n    z = 5;\n    if (w)\n"
               "        z = 7;\n    goto one;\nend:\n    return 0;\n}\n");
}

// What control comes to behind a jump is another statement now, which comes before what came there.
static void test_past_jumps(void **state)
{
    (void)state;
    check(
        HEAD "int main(void)\n{\n    x = 0; //~\n    y = 0; //~\n    z = 0; //~\n    if (nondet_int()) //~\n"
             "        x = 1; //~\n    y = 2;\n    return 0;\n}\n",
        HEAD "int main(void)\n{\n    x = 0;\n    y = 0;\n    z = 0;\n    if (nondet_int())\n        x = 1;\n"
             "    z = 4;\n    y = 2;\n    return 0;\n}\n");
}

static void test_where_a_function_begins(void **state)
{
    (void)state;
    check(HEAD "static void f(void)\n{\n    x = 1; //~\n} //~\nint main(void)\n{\n    y = z = 1;\n    f();\n "
               "   return 0;\n}\n",
          HEAD "static void f(void)\n{\n    y = 1;\n    x = 1;\n}\nint main(void)\n{\n    y = z = 1;\n    "
               "f();\n    return "
               "0;\n}\n");
}

static void test_memory_stays(void **state)
{
    (void)state;
    check_nothing(HEAD "int main(void) { x = 1; return 0; }\n",
                  "static int w;\n" HEAD "int main(void) { w = x = 1; return 0; }\n");
    check_nothing("static _Thread_local int t = 1;\nint main(void) { t++; return 0; }\n",
                  "static _Thread_local int t = 2;\nint main(void) { t++; return 0; }\n");
    check("static int t = 1;\nint main(void) { t++; return 0; }\n",
          "static int t = 2;\nint main(void) { t++; return 0; }\n");
}

static void test_numbers(void **state)
{
    (void)state;
    struct pair pair = load(HEAD "int main(void)\n{\n    x = 1;\n    y = 2;\n    return 0;\n}\n",
                            HEAD "int main(void)\n{\n    x = 1;\n    y = 3;\n    return 0;\n}\n");
    assert_null(pair.why);
    const struct program *q = pair.programs[VERSION_NEW];
    const struct code_numbering *n = &pair.carried.numbering;
    for (uint32_t code = 0; code < q->code_count; code++) {
        uint32_t old = pair.counterparts->code[VERSION_NEW][code];
        bool unchanged = old != NO_CODE && pair.carried.now[old] == code;
        assert_true(unchanged ? n->code[code] == old
                              : n->code[code] >= pair.programs[VERSION_OLD]->code_count);
        for (uint32_t other = 0; other < code; other++)
            assert_int_not_equal(n->code[code], n->code[other]);
        assert_true(n->code[code] < n->beyond);
    }
    byte_vector bytes = {0};
    code_numbering_write(n, q, &bytes);
    struct byte_reader from = bytes_reader(&bytes);
    struct code_numbering read;
    assert_true(code_numbering_read(&read, q, &from));
    assert_false(from.damaged);
    assert_memory_equal(read.code, n->code, q->code_count * sizeof *n->code);
    code_numbering_free(&read);
    vector_free(&bytes);
    release(&pair);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_a_statement),  cmocka_unit_test(test_where_control_goes_on),
        cmocka_unit_test(test_past_jumps),   cmocka_unit_test(test_where_a_function_begins),
        cmocka_unit_test(test_memory_stays), cmocka_unit_test(test_numbers),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
