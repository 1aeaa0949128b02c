// Programs written to a file and read back; damage of every kind is noticed.
#include "base/memory.h"
#include "program/program.h"
#include "program/registers.h"

// clang-format off
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
// clang-format on
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define COPY(array) memcpy(memory_alloc(sizeof(array)), array, sizeof(array))

// int main(void) { return x; } with a global x.
static struct program *small_program(void)
{
    static const struct instruction code[] = {
        {.op = OP_LOAD_G, .width = 32, .d = 0, .a = 0, .b = 1},
        {.op = OP_RETURN, .width = 32, .aux = 1, .a = 0},
    };
    static const uint32_t location_of[] = {0, 0};
    static const struct location locations[] = {{0, 0, 0}};
    static const struct function functions[] = {{.name = 1,
                                                 .signature = 8,
                                                 .end = 2,
                                                 .register_count = 1,
                                                 .result_words = 1,
                                                 .result_width = 32,
                                                 .end_block = 1}};
    static const struct block blocks[] = {{.end = 2, .hash = 7}};
    static const struct global globals[] = {
        {.name = 6, .address = UINT64_C(1) << 32, .size = 4, .alignment = 4}};
    static const uint8_t data[] = {1, 2, 3, 4};
    static const char strings[] = "\0main\0x\0i32()";
    struct program *p = memory_zalloc(1, sizeof *p);
    p->code = COPY(code), p->code_count = 2;
    p->location_of = COPY(location_of), p->location_of_count = 2;
    p->locations = COPY(locations), p->locations_count = 1;
    p->functions = COPY(functions), p->functions_count = 1;
    p->blocks = COPY(blocks), p->blocks_count = 1;
    p->globals = COPY(globals), p->globals_count = 1;
    p->data = COPY(data), p->data_count = sizeof data;
    p->strings = COPY(strings), p->strings_count = sizeof strings;
    p->pointer_bits = 64;
    p->globals_end = (UINT64_C(1) << 32) + 4096;
    return p;
}

static char path[64];

static int make_path(void **state)
{
    (void)state;
    strcpy(path, "/tmp/test_program_store.XXXXXX");
    int descriptor = mkstemp(path);
    return descriptor < 0 || close(descriptor);
}

static int remove_path(void **state)
{
    (void)state;
    return unlink(path);
}

static bool refused(const struct program *p)
{
    struct error error = {0};
    bool valid = program_check(p, &error);
    assert_true(valid || error.message);
    error_free(&error);
    return !valid;
}

static void test_round_trip(void **state)
{
    (void)state;
    struct error error = {0};
    struct program *p = small_program();
    assert_true(program_check(p, &error));
    assert_true(program_write(p, path, &error));
    struct program *q = program_read(path, &error);
    assert_non_null(q);
    assert_true(program_check(q, &error));
    assert_int_equal(q->hash, p->hash);
    assert_int_equal(q->code_count, 2);
    assert_memory_equal(q->code, p->code, 2 * sizeof *p->code);
    assert_string_equal(program_string(q, q->globals[0].name), "x");
    assert_int_equal(program_find_function(q, "main"), 0);
    assert_int_equal(program_find_function(q, "other"), NO_FUNCTION);
    assert_int_equal(program_function_at(q, 1), 0);
    assert_int_equal(program_function_at(q, 2), NO_FUNCTION);
    program_free(p);
    program_free(q);
}

static void test_damage(void **state)
{
    (void)state;
    struct error error = {0};
    struct program *p = small_program();
    assert_true(program_write(p, path, &error));
    program_free(p);
    unsigned char image[8192];
    FILE *file = fopen(path, "rb");
    size_t size = fread(image, 1, sizeof image, file);
    fclose(file);
    for (size_t at = 0; at < size; at++) { // any byte changed, or the file cut there
        for (int cut = 0; cut < 2; cut++) {
            image[at] ^= 0x40;
            file = fopen(path, "wb");
            fwrite(image, 1, cut ? at : size, file);
            fclose(file);
            image[at] ^= 0x40;
            struct program *q = program_read(path, &error);
            assert_null(q);
            assert_non_null(error.message);
            error_free(&error);
        }
    }
    assert_null(program_read("/nonexistent/file", &error));
    error_free(&error);
    assert_null(program_read("/tmp", &error));
    error_free(&error);
}

static void test_unwritable(void **state)
{
    (void)state;
    struct error error = {0};
    struct program *p = small_program();
    assert_false(program_write(p, "/nonexistent/folder/file.hp", &error));
    assert_non_null(error.message);
    error_free(&error);
    program_free(p);
}

static void test_invariants(void **state)
{
    (void)state;
    struct program *p = small_program();
    struct instruction *code = p->code;
    assert_false(refused(p));
    code[0].d = 1; // a register the function does not have
    assert_true(refused(p));
    code[0].d = 0;
    code[1] = (struct instruction){.op = OP_JUMP, .b = 2}; // out of the function
    assert_true(refused(p));
    code[1] = (struct instruction){.op = OP_MOVE, .width = 32}; // runs past the end
    assert_true(refused(p));
    code[1] = (struct instruction){.op = OP_FMA, .width = 32}; // without its EXTRA
    assert_true(refused(p));
    code[1] = (struct instruction){.op = OP_CALL, .a = 1};
    assert_true(refused(p));
    code[1] = (struct instruction){.op = OP_RETURN, .width = 32, .aux = 2};
    assert_true(refused(p));
    code[1] = (struct instruction){.op = OP_RETURN, .width = 32, .aux = 1};
    p->globals[0].data = 1; // initial bytes beyond the table
    assert_true(refused(p));
    p->globals[0].data = 0;
    p->globals[0].address = 64; // in chunk 0
    assert_true(refused(p));
    p->globals[0].address = UINT64_C(1) << 32;
    p->main = 3;
    assert_true(refused(p));
    p->main = 0;
    p->globals[0].type = 1; // there are no types
    assert_true(refused(p));
    p->globals[0].type = 0;
    assert_false(refused(p));
    program_free(p);
}

static void test_names(void **state)
{
    (void)state;
    assert_string_equal(opcode_name(OP_ADD_I), "ADD_I");
    assert_string_equal(opcode_format(OP_STORE), "sai");
    assert_int_equal(native_find("malloc"), NATIVE_malloc);
    assert_int_equal(native_find("no such native"), NATIVE_COUNT);
    for (unsigned i = 0; i < NATIVE_COUNT; i++)
        assert_int_equal(native_find(native_name(i)), i);
    assert_true(native_facts(NATIVE_reach_error) & FACT_OVERRIDES);
    assert_true(opcode_has_extra(OP_SELECT) && !opcode_has_extra(OP_MOVE));
}

static void note(void *context, uint32_t *number, uint32_t words, enum register_role role)
{
    uint32_t **next = context;
    *(*next)++ = *number * 100 + words * 10 + (uint32_t)role;
}

static void test_registers(void **state)
{
    (void)state;
    uint32_t seen[8] = {0}, *next = seen, operands[] = {2, 1, 5, OPERAND_CONSTANT | 1, 6, 16};
    struct instruction exchange[2] = {{.op = OP_CMPXCHG, .width = 128, .d = 1, .a = 3, .b = 4},
                                      {.op = OP_EXTRA, .a = 5, .b = 7}};
    instruction_visit_registers(exchange, operands, note, &next);
    uint32_t expected[] = {311, 521, 721, 122, 412};
    assert_memory_equal(seen, expected, sizeof expected);
    next = seen;
    struct instruction call = {.op = OP_CALL, .aux = 2, .d = 8, .b = 0};
    instruction_visit_registers(&call, operands, note, &next);
    uint32_t of_call[] = {511, 621, 822};
    assert_memory_equal(seen, of_call, sizeof of_call);
    call.d = NO_REGISTER;
    next = seen;
    instruction_visit_registers(&call, operands, note, &next);
    assert_int_equal(next - seen, 2);
}

static void test_print(void **state)
{
    (void)state;
    char *text = NULL;
    size_t size;
    FILE *out = open_memstream(&text, &size);
    struct program *p = small_program();
    program_print(p, out);
    fclose(out);
    assert_non_null(strstr(text, "LOAD_G.i32 r0, &x+0"));
    assert_non_null(strstr(text, "function main"));
    free(text);
    program_free(p);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_round_trip, make_path, remove_path),
        cmocka_unit_test_setup_teardown(test_damage, make_path, remove_path),
        cmocka_unit_test(test_unwritable),
        cmocka_unit_test(test_invariants),
        cmocka_unit_test(test_names),
        cmocka_unit_test(test_registers),
        cmocka_unit_test(test_print),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
