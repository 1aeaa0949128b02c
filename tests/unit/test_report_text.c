// Results for people and for programs, from a fabricated exploration: what must be said, how it is laid out.
#include "report/json_text.h"
#include "report/result.h"
#include "report/schedule_text.h"
#include "report/value_text.h"

// clang-format off
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
// clang-format on
#include <string.h>

#include "program/type_path.h"

enum { LINES = 40 };
static struct instruction code[LINES];
static uint32_t location_of[LINES];
static struct location locations[LINES];
static struct function functions[2] = {{.name = 1, .first = 0, .end = 20},
                                       {.name = 6, .first = 20, .end = LINES, .flags = FUNCTION_RUNTIME}};
static char strings[] = "\0main\0strcpy\0" HEDDLE_SOURCE_DIR "/tests/unit/test_report_text.c\0a b#\xc3\xa9.c";
static struct program program = {.code = code,
                                 .code_count = LINES,
                                 .location_of = location_of,
                                 .locations = locations,
                                 .locations_count = LINES,
                                 .functions = functions,
                                 .functions_count = 2,
                                 .strings = strings,
                                 .pointer_bits = 64};

// What a test shows: released by show_free.
struct show {
    struct settings settings;
    struct exploration exploration;
    struct exploration_violation violation;
    struct result result;
    struct timeline *timeline;
    char *text;
};

static char *copy(const char *text)
{
    return memory_copy_string(text);
}

static void show_new(struct show *show, uint32_t threads)
{
    memset(show, 0, sizeof *show);
    settings_init(&show->settings);
    show->timeline = memory_zalloc(1, sizeof *show->timeline);
    for (uint32_t i = 0; i < threads; i++) {
        vector_push(&show->violation.thread_names, i ? memory_format("main.%u", i) : copy("main"));
        vector_push(&show->timeline->thread_names, i ? memory_format("main.%u", i) : copy("main"));
    }
    show->violation.message = copy("assertion failed: x");
    show->violation.code = 3;
    show->result.settings = &show->settings;
    show->result.program = &program;
    show->result.exploration = &show->exploration;
}

static void show_free(struct show *show)
{
    result_free(&show->result); // with the timeline, once it is in there
    for (uint32_t i = 0; i < show->violation.thread_names.size; i++)
        memory_free(show->violation.thread_names.data[i]);
    for (uint32_t i = 0; i < show->violation.inputs.size; i++)
        memory_free(show->violation.inputs.data[i].name);
    vector_free(&show->violation.thread_names);
    vector_free(&show->violation.inputs);
    vector_free(&show->violation.stack);
    vector_free(&show->violation.blocked);
    vector_free(&show->exploration.violations);
    vector_free(&show->exploration.reasons);
    vector_free(&show->exploration.warnings);
    memory_free(show->violation.message);
    settings_free(&show->settings);
    memory_free(show->text);
}

static void show_event(struct show *show, uint32_t thread, uint32_t where, enum operation_kind kind,
                       uint64_t address, const char *object, const char *value)
{
    struct timeline_event event = {.step = show->timeline->steps++,
                                   .thread = thread,
                                   .code = where,
                                   .kind = kind,
                                   .address = address,
                                   .object = object ? copy(object) : NULL,
                                   .value = value ? copy(value) : NULL};
    vector_push(&show->timeline->events, event);
}

static char *show_text(struct show *show, unsigned columns)
{
    show->exploration.verdict = VERDICT_VIOLATION;
    vector_push(&show->exploration.violations, show->violation);
    vector_push(&show->result.timelines, show->timeline);
    show->text = result_text(&show->result, columns, false);
    return show->text;
}

static void expect(const char *text, const char *part)
{
    if (!strstr(text, part))
        fail_msg("no `%s` in:\n%s", part, text);
}

static uint32_t lines_with(const char *text, const char *part)
{
    uint32_t count = 0;
    for (const char *p = text; (p = strstr(p, part)); p++)
        count++;
    return count;
}

// No line is wider than the terminal, none ends in a blank.
static void expect_fits(const char *text, unsigned columns)
{
    for (const char *line = text; *line;) {
        size_t length = strcspn(line, "\n");
        char *one = memory_copy_bytes(line, length);
        if (text_columns(one) > columns)
            fail_msg("%u columns, more than %u: %s", text_columns(one), columns, one);
        if (length > 0 && one[length - 1] == ' ')
            fail_msg("ends in a blank: `%s`", one);
        memory_free(one);
        line += length + (line[length] == '\n');
    }
}

static void a_violation_tells_what_where_and_how(void **state)
{
    (void)state;
    struct show show;
    show_new(&show, 3);
    vector_push(&show.violation.stack, 3u);
    vector_push(&show.violation.stack, 5u);
    struct schedule_input input = {.width = 32, .value = 0xfffffff6, .name = copy("amount")};
    vector_push(&show.violation.inputs, input);
    show_event(&show, 1, 5, OPERATION_MUTEX_LOCK, 1, "lock", NULL);
    show_event(&show, 1, 6, OPERATION_READ, 2, "balance", "100");
    show_event(&show, 1, 6, OPERATION_WRITE, 2, "balance", "40");
    show_event(&show, 2, 7, OPERATION_READ, 2, "balance", "40");
    show_event(&show, 1, 8, OPERATION_MUTEX_UNLOCK, 1, "lock", NULL);
    const char *text = show_text(&show, 100);
    expect(text, "violation (assertion): assertion failed: x");
    expect(text, "test_report_text.c:4 in main");
    expect(text, "amount = -10 (unsigned 4294967286, 0xfffffff6)");
    expect(text, "#1 main");
    expect(text, "5 steps, 2 context switches");
    expect(text, "balance = 100 -> 40"); // one row for one source line
    expect(text, "    4 > ");
    expect(text, "    5 > ");
    assert_null(strstr(text, "    2 > "));
    expect(text, "4 | #include \"report/schedule_text.h\""); // the source line that failed is quoted
    expect_fits(text, 100);
    show_free(&show);
}

static void a_deadlock_tells_who_waits_and_who_holds(void **state)
{
    (void)state;
    struct show show;
    show_new(&show, 3);
    show.violation.property = PROPERTY_DEADLOCK;
    show.violation.code = NO_CODE;
    vector_push(&show.violation.blocked, 1u);
    vector_push(&show.violation.blocked, 2u);
    show_event(&show, 2, 7, OPERATION_MUTEX_LOCK, 1, "a", NULL);
    struct timeline_waiting main_waits = {.thread = 0,
                                          .code = 3,
                                          .kind = OPERATION_JOIN,
                                          .joining = true,
                                          .object = copy("main.1"),
                                          .holder = -1};
    vector_push(&show.timeline->waiting, main_waits);
    struct timeline_waiting first = {
        .thread = 1, .code = 5, .kind = OPERATION_MUTEX_LOCK, .object = copy("a"), .holder = 0};
    struct timeline_waiting second = {.thread = 2,
                                      .code = 9,
                                      .kind = OPERATION_JOIN,
                                      .joining = true,
                                      .object = copy("main.1"),
                                      .holder = -1};
    vector_push(&show.timeline->waiting, first);
    vector_push(&show.timeline->waiting, second);
    const char *text = show_text(&show, 100);
    expect(text, "main.1 waits to lock a at ");
    expect(text, "held by main.2 since step 1");
    expect(text, "main.2 waits for the end of main.1 at");
    expect(text, "test_report_text.c:6"); // where the first thread waits
    char *json = result_json(&show.result);
    expect(json, "\"line\": 6");
    expect(json, "\"main.2\"");
    memory_free(json);
    show_free(&show);
}

static void long_schedules_lose_their_middle(void **state)
{
    (void)state;
    for (int full = 0; full < 2; full++) {
        struct show show;
        show_new(&show, 3);
        show.settings.full_schedule = full;
        for (uint32_t i = 0; i < 500; i++)
            show_event(&show, 1 + (i >= 250), i % 10, OPERATION_READ, 2, "item", "1");
        const char *text = show_text(&show, 100);
        if (full)
            assert_int_equal(lines_with(text, "read item"), 500);
        else
            assert_int_equal(lines_with(text, "read item"),
                             31); // the ends without the failure, both sides of the switch
        assert_int_equal(lines_with(text, "more steps"), full ? 0 : 2);
        expect(text, "  251 > ");
        expect_fits(text, 100);
        show_free(&show);
    }
}

static void many_threads_still_fit(void **state)
{
    (void)state;
    static const uint32_t counts[] = {1, 2, 5, 12, 60};
    static const unsigned widths[] = {60, 80, 100, 200};
    for (size_t i = 0; i < sizeof counts / sizeof *counts; i++) {
        for (size_t w = 0; w < sizeof widths / sizeof *widths; w++) {
            struct show show;
            show_new(&show, counts[i]);
            for (uint32_t k = 0; k < 30; k++)
                show_event(&show, k * 7 % counts[i], 10 + k % 10, OPERATION_UPDATE, 2,
                           "a_rather_long_name_of_an_object", "-123456789");
            char *text = strstr(show_text(&show, widths[w]), "Schedule");
            assert_non_null(text);
            *strstr(text, "\n\n") = 0;
            expect_fits(text, widths[w]);
            show_free(&show);
        }
    }
}

static void places_in_the_runtime_are_those_of_the_caller(void **state)
{
    (void)state;
    struct show show;
    show_new(&show, 1);
    show.violation.code = 25; // in strcpy
    vector_push(&show.violation.stack, 25u);
    vector_push(&show.violation.stack, 2u);
    const char *text = show_text(&show, 100);
    expect(text, "test_report_text.c:3 in main");
    expect(text, "strcpy  (heddle's C library)");
    show_free(&show);
}

static void an_inconclusive_result_tells_why(void **state)
{
    (void)state;
    struct show show;
    show_new(&show, 1);
    struct exploration_remark bound = {
        .message = copy("call of f, which has no body and no model"), .code = 4, .times = 12};
    struct exploration_remark warning = {.message = copy("reads \xff uninitialised memory"), .code = NO_CODE};
    vector_push(&show.exploration.reasons, bound);
    vector_push(&show.exploration.warnings, warning);
    show.exploration.verdict = VERDICT_INCONCLUSIVE;
    show.exploration.bounded = true;
    show.exploration.counters.bounded = 12;
    show.text = result_text(&show.result, 100, false);
    expect(show.text, "inconclusive:");
    expect(show.text, "call of f, which has no body and no model, at ");
    expect(show.text, "(12 times)");
    expect(show.text, "lifted by --havoc=NAME");
    expect(show.text, "12 executions (12 bounded)");
    char *json = result_json(&show.result);
    expect(json, "\"verdict\": \"inconclusive\"");
    expect(json, "\"bounded\": true");
    expect(json, "\"bounded\": 12");
    expect(json, "reads \xef\xbf\xbd uninitialised memory");
    memory_free(json);
    memory_free(bound.message);
    memory_free(warning.message);
    timeline_free(show.timeline);
    show_free(&show);
}

static void pruning_tells_what_it_did(void **state)
{
    (void)state;
    struct show show;
    show_new(&show, 1);
    show.settings.prune = PRUNE_ON;
    show.exploration.counters.complete = 2;
    show.exploration.counters.partial = 363;
    show.exploration.summaries = (struct summary_statistics){.entries = 693,
                                                             .hits = 363,
                                                             .partly = 12,
                                                             .dropped = 4,
                                                             .tried = 1234,
                                                             .largest = 23,
                                                             .seconds = 0.011};
    show.text = result_text(&show.result, 100, false);
    expect(show.text, "365 executions (2 complete, 363 partial)");
    expect(show.text,
           "\npruning: 1234 states looked up, 363 covered, 12 in part, 693 summaries (largest 23 parts), "
           "4 dropped, 0.01 s\n");
    memory_free(show.text);
    show.exploration.summaries = (struct summary_statistics){.entries = 1, .tried = 1, .largest = 1};
    show.text = result_text(&show.result, 100, false);
    expect(show.text, "\npruning: 1 state looked up, 0 covered, 1 summary (largest 1 part), 0.00 s\n");
    memory_free(show.text);
    show.exploration.summaries = (struct summary_statistics){.tried = 0};
    show.exploration.not_pruned = "leaks are about all memory";
    show.text = result_text(&show.result, 100, false);
    expect(show.text, "\npruning was off: leaks are about all memory\n");
    assert_null(strstr(show.text, "looked up"));
    memory_free(show.text);
    show.settings.prune = PRUNE_AUTO; // nobody has asked for it
    show.text = result_text(&show.result, 100, false);
    assert_null(strstr(show.text, "pruning"));
    timeline_free(show.timeline);
    show_free(&show);
}

static void json_has_every_key(void **state)
{
    (void)state;
    static const char *const paths[] = {"schema",
                                        "verdict",
                                        "bounded",
                                        "violations",
                                        "executions.complete",
                                        "executions.partial",
                                        "executions.blocked",
                                        "executions.infeasible",
                                        "executions.bounded",
                                        "executions.sleep_blocked",
                                        "summaries.entries",
                                        "summaries.hits",
                                        "summaries.dropped",
                                        "summaries.largest",
                                        "solver.queries",
                                        "solver.cache_hits",
                                        "solver.seconds",
                                        "seconds.frontend",
                                        "seconds.analysis",
                                        "seconds.exploration",
                                        "seconds.total",
                                        "events",
                                        "instructions",
                                        "peak_rss_bytes",
                                        "reasons",
                                        "warnings"};
    struct show show;
    show_new(&show, 1);
    show.exploration.counters.complete = UINT64_C(1) << 40;
    char *text = result_json(&show.result);
    json_t *root = json_loads(text, 0, NULL);
    assert_non_null(root);
    for (size_t i = 0; i < sizeof paths / sizeof *paths; i++) {
        const char *dot = strchr(paths[i], '.');
        char *group = memory_copy_bytes(paths[i], dot ? (size_t)(dot - paths[i]) : strlen(paths[i]));
        json_t *value = json_object_get(root, group);
        if (dot)
            value = json_object_get(value, dot + 1);
        if (!value)
            fail_msg("no %s", paths[i]);
        memory_free(group);
    }
    assert_null(json_object_get(root, "program_output"));
    assert_int_equal(json_integer_value(json_object_get(json_object_get(root, "executions"), "complete")),
                     (json_int_t)1 << 40);
    json_decref(root);
    memory_free(text);
    timeline_free(show.timeline);
    show_free(&show);
}

static void sarif_names_the_place_as_a_uri(void **state)
{
    (void)state;
    struct show show;
    show_new(&show, 1);
    locations[3].file = (uint32_t)(sizeof strings - sizeof "a b#\xc3\xa9.c");
    show_text(&show, 100);
    char *sarif = result_sarif(&show.result);
    json_t *root = json_loads(sarif, 0, NULL);
    assert_non_null(root);
    expect(sarif, "\"uri\": \"a%20b%23%C3%A9.c\"");
    expect(sarif, "\"startLine\": 4");
    expect(sarif, "\"version\": \"2.1.0\"");
    json_decref(root);
    memory_free(sarif);
    locations[3].file = 13;
    show_free(&show);
}

static void program_output_is_kept_as_it_is(void **state)
{
    (void)state;
    struct show show;
    show_new(&show, 1);
    show.settings.show_output = true;
    buffer_append(&show.timeline->output, "one\ntwo \xc3\xa9\n\nlast", 17);
    const char *text = show_text(&show, 100);
    expect(text, "\n  one\n  two \xc3\xa9\n  \n  last\n");
    char *json = result_json(&show.result);
    expect(json, "\"program_output\": \"one\\ntwo \xc3\xa9\\n\\nlast\"");
    memory_free(json);
    show_free(&show);
}

static void expect_shown(char *text, const char *expected)
{
    assert_string_equal(text, expected);
    memory_free(text);
}

static void values(void **state)
{
    (void)state;
    expect_shown(value_integer_text(41, 32), "41");
    expect_shown(value_integer_text(0xffffffff, 32), "-1");
    expect_shown(value_integer_text(UINT64_MAX, 64), "-1");
    expect_shown(value_integer_text(UINT64_C(1) << 63, 64), "-9223372036854775808 (0x8000000000000000)");
    expect_shown(value_integer_text(65536, 32), "65536 (0x10000)");
    expect_shown(value_integer_text('a', 8), "97 'a'");
    expect_shown(value_integer_text(1, 1), "1");
    expect_shown(value_integer_text(0xff80, 8), "-128");
    expect_shown(value_input_text(0xff, 8), "-1 (unsigned 255, 0xff)");
    expect_shown(value_float_text(0x3ff8000000000000, 64), "1.5");
    expect_shown(value_float_text(0x3fc00000, 32), "1.5");
}

enum {
    T_BOOLEAN = 1,
    T_CHARACTER,
    T_UNSIGNED,
    T_ENUM,
    T_NODE,
    T_POINTER,
    T_WORDS,
    T_SHORT,
    T_PAIR,
    T_FLOAT,
    T_EITHER
};

// struct node { struct node *next; unsigned words[2][2]; struct { short low, high; }; unsigned a : 3, b : 5;
//               union { unsigned number; float fraction; } value; }; with names from `strings` below.
static struct program typed_program(void)
{
    static char names[] =
        "\0IDLE\0READ\0WRITE\0next\0words\0low\0high\0a\0b\0value\0number\0fraction\0__size";
    static struct source_type types[] = {
        [T_BOOLEAN] = {.kind = TYPE_BOOLEAN, .size = 1},
        [T_CHARACTER] = {.kind = TYPE_CHARACTER, .size = 1},
        [T_UNSIGNED] = {.kind = TYPE_UNSIGNED, .size = 4},
        [T_ENUM] = {.kind = TYPE_ENUM, .size = 4, .first = 0, .count = 3},
        [T_NODE] = {.kind = TYPE_STRUCT, .size = 40, .first = 0, .count = 6},
        [T_POINTER] = {.kind = TYPE_POINTER, .size = 8, .of = T_NODE},
        [T_WORDS] = {.kind = TYPE_ARRAY, .size = 8, .of = T_UNSIGNED},
        [T_SHORT] = {.kind = TYPE_SIGNED, .size = 2},
        [T_PAIR] = {.kind = TYPE_STRUCT, .size = 4, .first = 6, .count = 2},
        [T_FLOAT] = {.kind = TYPE_FLOAT, .size = 4},
        [T_EITHER] = {.kind = TYPE_UNION, .size = 4, .first = 8, .count = 2},
        [T_EITHER + 1] = {.kind = TYPE_ARRAY, .size = 16, .of = T_WORDS},
    };
    static struct type_member members[] = {
        {17, T_POINTER, 0, 0},    {22, T_EITHER + 1, 64, 0}, {0, T_PAIR, 192, 0}, {37, T_UNSIGNED, 224, 3},
        {39, T_UNSIGNED, 227, 5}, {41, T_EITHER, 256, 0},    {28, T_SHORT, 0, 0}, {32, T_SHORT, 16, 0},
        {47, T_UNSIGNED, 0, 0},   {54, T_FLOAT, 0, 0},
    };
    static struct enumerator constants[] = {{1, 0, 0}, {6, 0, 1}, {11, 0, 2}};
    return (struct program){.strings = names,
                            .source_types = types,
                            .source_types_count = T_EITHER + 2,
                            .type_members = members,
                            .type_members_count = 10,
                            .enumerators = constants,
                            .enumerators_count = 3};
}

static void expect_part(uint64_t offset, uint64_t bytes, const char *expected, uint32_t type, uint64_t rest)
{
    struct program typed = typed_program();
    char text[100] = "n";
    struct type_path path = type_path(&typed, T_NODE, offset, bytes, text, sizeof text);
    assert_string_equal(text, expected);
    assert_int_equal(path.type, type);
    assert_int_equal(path.rest, rest);
}

static void parts_have_names(void **state)
{
    (void)state;
    expect_part(0, TYPE_PATH_WHOLE, "n", T_NODE, 0);
    expect_part(0, TYPE_PATH_INNERMOST, "n.next", T_POINTER, 0);
    expect_part(0, 8, "n.next", T_POINTER, 0);
    expect_part(0, 4, "n.next", 0, 0); // one half of it
    expect_part(3, 1, "n.next", 0, 3);
    expect_part(20, 4, "n.words[1][1]", T_UNSIGNED, 0);
    expect_part(16, 8, "n.words[1]", T_WORDS, 0);
    expect_part(16, TYPE_PATH_WHOLE, "n.words[1]", T_WORDS, 0);
    expect_part(8, 32, "n", 0, 8); // several members
    expect_part(26, 2, "n.high", T_SHORT, 0);
    expect_part(24, 4, "n", T_PAIR, 24); // both, which have no name together
    expect_part(28, 4, "n.{a, b}", 0, 0);
    expect_part(32, 4, "n.value.{number, fraction}", 0, 0);
    expect_part(33, 1, "n.value", 0, 1);
    expect_part(40, 4, "n", 0, 40); // behind it
    struct program typed = typed_program();
    char text[100] = "n";
    assert_int_equal(type_path_to(&typed, T_NODE, 8, T_UNSIGNED, text, sizeof text).type, T_UNSIGNED);
    assert_string_equal(text, "n.words[0][0]");
    text[1] = 0;
    assert_int_equal(type_path_to(&typed, T_NODE, 8, T_SHORT, text, sizeof text).type, T_EITHER + 1);
    assert_string_equal(text, "n.words"); // there is none
    char little[6] = "n";                 // what does not fit is left out
    type_path(&typed, T_NODE, 20, 4, little, sizeof little);
    assert_string_equal(little, "n.wor");
}

static void values_have_types(void **state)
{
    (void)state;
    struct program typed = typed_program();
    expect_shown(value_typed_text(&typed, T_BOOLEAN, 1, 8), "true");
    expect_shown(value_typed_text(&typed, T_BOOLEAN, 2, 8), "2");
    expect_shown(value_typed_text(&typed, T_CHARACTER, 'a', 8), "'a'");
    expect_shown(value_typed_text(&typed, T_CHARACTER, 0, 8), "'\\0'");
    expect_shown(value_typed_text(&typed, T_CHARACTER, 0xff, 8), "-1");
    expect_shown(value_typed_text(&typed, T_UNSIGNED, 0xffffffff, 32), "4294967295 (0xffffffff)");
    expect_shown(value_typed_text(&typed, T_ENUM, 0, 32), "IDLE");
    expect_shown(value_typed_text(&typed, T_ENUM, 2, 32), "WRITE");
    expect_shown(value_typed_text(&typed, T_ENUM, 3, 32), "READ | WRITE");
    expect_shown(value_typed_text(&typed, T_ENUM, 5, 32), "5");
    expect_shown(value_typed_text(&typed, 0, 0xffffffff, 32), "-1");
}

static int make_program(void **state)
{
    (void)state;
    for (uint32_t i = 0; i < LINES; i++) {
        location_of[i] = i;
        locations[i] = (struct location){13, i + 1, 1};
    }
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_violation_tells_what_where_and_how),
        cmocka_unit_test(a_deadlock_tells_who_waits_and_who_holds),
        cmocka_unit_test(long_schedules_lose_their_middle),
        cmocka_unit_test(many_threads_still_fit),
        cmocka_unit_test(places_in_the_runtime_are_those_of_the_caller),
        cmocka_unit_test(an_inconclusive_result_tells_why),
        cmocka_unit_test(pruning_tells_what_it_did),
        cmocka_unit_test(json_has_every_key),
        cmocka_unit_test(sarif_names_the_place_as_a_uri),
        cmocka_unit_test(program_output_is_kept_as_it_is),
        cmocka_unit_test(values),
        cmocka_unit_test(parts_have_names),
        cmocka_unit_test(values_have_types),
    };
    return cmocka_run_group_tests(tests, make_program, NULL);
}
