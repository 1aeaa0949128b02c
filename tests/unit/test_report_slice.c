// Slices as people see them: text, JSON, Graphviz, reasons, and places that are none.
#include "base/memory.h"
#include "program/property.h"
#include "program_text.h"
#include "report/slice_view.h"

// clang-format off
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
// clang-format on
#include <jansson.h>
#include <string.h>

static const char text[] = "#include <assert.h>\n"
                           "int x, y;\n"
                           "static void set(int v) {\n"
                           "    x = v;\n"
                           "    y = 2;\n"
                           "}\n"
                           "int main(int argc, char **argv) {\n"
                           "    set(argc);\n"
                           "    assert(x);\n"
                           "    return y;\n"
                           "}\n";

static struct slice_view view_of(const struct program *p, struct slice_request request)
{
    struct error error = {0};
    struct slice_view view;
    request.properties = 1u << PROPERTY_ASSERTION;
    if (!slice_view_make(&view, p, &request, &error))
        fail_msg("%s", error.message);
    return view;
}

static void check_text(const struct slice_view *view, const char *expected)
{
    char *got = slice_text(view, false);
    assert_string_equal(got, expected);
    memory_free(got);
}

static void test_text(void **state)
{
    (void)state;
    struct program *p = program_text_load(text);
    struct slice_view view = view_of(p, (struct slice_request){0});
    char expected[1024];
    snprintf(expected, sizeof expected,
             "t.c\n"
             "      1  #include <assert.h>\n"
             "      2  int x, y;\n"
             "      3  static void set(int v) {\n"
             "+     4      x = v;\n"
             "      5      y = 2;\n"
             "      6  }\n"
             "      7  int main(int argc, char **argv) {\n"
             "+     8      set(argc);\n"
             "*     9      assert(x);\n"
             "     10      return y;\n"
             "     11  }\n\n"
             "%u of %u instructions are in the slice.\n",
             view.sliced, view.instructions);
    check_text(&view, expected);
    assert_true(view.sliced < view.instructions);
    slice_view_free(&view);
    program_free(p);
}

static void test_why(void **state)
{
    (void)state;
    struct program *p = program_text_load(text);
    struct slice_view view = view_of(p, (struct slice_request){.why = "t.c:4"});
    check_text(&view, "t.c:4 in set: x = v;\n"
                      "    is in, since the next may read what is written by it\n"
                      "t.c:9 in main: assert(x);\n"
                      "    which was asked for\n");
    slice_view_free(&view);
    view = view_of(p, (struct slice_request){.why = "t.c:5"});
    check_text(&view, "t.c:5 is not in the slice.\n");
    slice_view_free(&view);
    program_free(p);
}

static void test_at_and_forward(void **state)
{
    (void)state;
    struct program *p = program_text_load(text);
    const char *at[] = {"t.c:10", "t.c:5"};
    struct slice_view view = view_of(p, (struct slice_request){.at = at, .at_count = 1});
    assert_int_equal(slice_view_line(&view, "t.c", 5)->mark, SLICE_MARK_IN);
    assert_int_equal(slice_view_line(&view, "t.c", 4)->mark, SLICE_MARK_IN); // whether line 10 is reached
    assert_int_equal(slice_view_line(&view, "t.c", 10)->mark, SLICE_MARK_CRITERION);
    assert_null(slice_view_line(&view, "t.c", 2));
    slice_view_free(&view);
    view = view_of(p, (struct slice_request){.at = at + 1, .at_count = 1, .forward = true});
    assert_int_equal(slice_view_line(&view, "t.c", 10)->mark, SLICE_MARK_IN);
    assert_int_equal(slice_view_line(&view, "t.c", 9)->mark, SLICE_MARK_OUT);
    slice_view_free(&view);
    program_free(p);
}

static void test_json_and_dot(void **state)
{
    (void)state;
    struct program *p = program_text_load(text);
    struct slice_view view = view_of(p, (struct slice_request){.links = true});
    char *json = slice_json(&view), *dot = slice_dot(&view);
    json_t *all = json_loads(json, 0, NULL);
    assert_non_null(all);
    assert_int_equal(json_integer_value(json_object_get(all, "sliced")), view.sliced);
    json_t *lines = json_object_get(json_array_get(json_object_get(all, "files"), 0), "lines");
    assert_int_equal(json_array_size(lines), view.lines.size);
    bool found = false;
    for (size_t k = 0; k < json_array_size(json_object_get(all, "dependences")); k++) {
        json_t *link = json_array_get(json_object_get(all, "dependences"), k);
        found |= json_integer_value(json_object_get(link, "line")) == 9 &&
                 json_integer_value(json_object_get(link, "on_line")) == 4 &&
                 strcmp(json_string_value(json_object_get(link, "kind")), "memory") == 0;
    }
    assert_true(found);
    assert_non_null(strstr(dot, "label=\"memory\""));
    assert_non_null(strstr(dot, "t.c:9  assert(x);\", style=bold"));
    assert_null(strstr(dot, "y = 2"));
    json_decref(all);
    memory_free(json);
    memory_free(dot);
    slice_view_free(&view);
    program_free(p);
}

static void test_bad_places(void **state)
{
    (void)state;
    struct program *p = program_text_load(text);
    const char *const bad[] = {
        "t.c", "t.c:", "t.c:-1", "t.c:9x", ":9", "c:9", "u.c:9", "t.c:2", "t.c:99999999999999"};
    for (unsigned k = 0; k < sizeof bad / sizeof *bad; k++) {
        struct error error = {0};
        struct slice_view view;
        assert_false(
            slice_view_make(&view, p, &(struct slice_request){.at = &bad[k], .at_count = 1}, &error));
        assert_non_null(strstr(error.message, "--at"));
        error_free(&error);
        slice_view_free(&view);
    }
    program_free(p);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_text),           cmocka_unit_test(test_why),
        cmocka_unit_test(test_at_and_forward), cmocka_unit_test(test_json_and_dot),
        cmocka_unit_test(test_bad_places),
    };
    return cmocka_run_group_tests(tests, program_text_setup, program_text_teardown);
}
