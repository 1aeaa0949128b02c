// Names of inputs: no two different things share one, however many objects there are.
#include "machine/input_names.h"
#include "machine/state.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>

#include <cmocka.h>

static void test_makers_differ(void **state)
{
    static const uint32_t numbers[] = {
        0, 1, 40, 1u << 22, 1u << 23, (1u << 30) + 1, OBJECT_APART, OBJECT_APART + 1, 0xfffffffeu};
    static const uint16_t owners[] = {0, 1, 127, 128, MACHINE_MAX_THREADS - 1};
    static const uint8_t kinds[] = {OBJECT_GLOBAL, OBJECT_STACK};
    struct input_names names = {.index = {0}};
    (void)state;
    for (unsigned k = 0; k < 2; k++)
        for (unsigned i = 0; i < sizeof owners / sizeof *owners; i++)
            for (unsigned n = 0; n < sizeof numbers / sizeof *numbers; n++) {
                if (kinds[k] == OBJECT_GLOBAL && i)
                    continue; // globals have no owner
                struct object o = {.kind = kinds[k], .owner = owners[i], .number = numbers[n]};
                uint64_t maker = input_maker_of_object(&o);
                assert_true(maker >= MACHINE_MAX_THREADS); // no thread's
                assert_null(input_names_find(&names, maker, INPUT_EVERY));
                input_names_add(&names, maker, INPUT_EVERY, "memory", (struct input_form){0});
                assert_string_equal(input_names_find(&names, maker, INPUT_EVERY), "memory");
                assert_null(input_names_find(&names, maker, 0));
            }
    input_names_free(&names);
}

static void test_inputs_of_a_thread_differ(void **state)
{
    (void)state;
    assert_true(input_number(UINT32_MAX, false) < input_number(0, true));
    assert_int_not_equal(input_number(1, true), input_number(2, true));
}

static void test_the_newest_text_stays(void **state)
{
    struct input_names names = {.index = {0}};
    (void)state;
    for (uint64_t k = 0; k < 1000; k++) {
        input_names_add(&names, k % 7, k, "first", (struct input_form){0});
        input_names_add(&names, k % 7, k, "second", (struct input_form){0});
    }
    assert_int_equal(names.records.size, 1000);
    for (uint64_t k = 0; k < 1000; k++)
        assert_string_equal(input_names_find(&names, k % 7, k), "second");
    assert_null(input_names_find(&names, 1, 0));
    input_names_free(&names);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_makers_differ),
        cmocka_unit_test(test_inputs_of_a_thread_differ),
        cmocka_unit_test(test_the_newest_text_stays),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
