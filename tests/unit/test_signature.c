// Signatures as text: reading their words, and which texts are signatures.
#include "program/signature.h"

// clang-format off
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
// clang-format on

static void test_words(void **state)
{
    (void)state;
    const char *at = "i32(i64,f64,i128,i128)";
    struct signature_word word;
    assert_int_equal(signature_words(at), 1);
    assert_int_equal(signature_words(signature_parameters(at)), 4);
    assert_true(signature_next(&at, &word));
    assert_false(word.is_float);
    assert_int_equal(word.width, 32);
    assert_false(signature_next(&at, &word));
    assert_true(signature_parameter("i32(i64,f64,i128,i128)", 1, &word));
    assert_true(signature_same(word, (struct signature_word){.is_float = true, .width = 64}));
    assert_true(signature_parameter("i32(i64,f64,i128,i128)", 3, &word));
    assert_int_equal(word.width, 128);
    assert_false(signature_parameter("i32(i64,f64,i128,i128)", 4, &word));
    assert_false(signature_parameter("()", 0, &word));
}

static void test_valid(void **state)
{
    (void)state;
    assert_true(signature_valid("()", 0));
    assert_true(signature_valid("i64,i64()", 0));
    assert_true(signature_valid("f32(i8,i1)", 2));
    assert_false(signature_valid("f32(i8,i1)", 1));
    assert_false(signature_valid("", 0));
    assert_false(signature_valid("i32", 0));
    assert_false(signature_valid("i32(i64", 1));
    assert_false(signature_valid("i32(i64)x", 1));
    assert_false(signature_valid("i32(x64)", 1));
    assert_false(signature_valid("i0()", 0));
    assert_false(signature_valid("(i0)", 1));
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_words), cmocka_unit_test(test_valid)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
