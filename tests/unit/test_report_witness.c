// Witness files: what is written is read back equal; what is damaged in any way is refused with a message.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/file.h"
#include "report/files.h"
#include "report/witness.h"

#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static char folder[] = "/tmp/heddle-witness-test-XXXXXX";
static char *source_path, *witness_file;

// A program of ten instructions, one a line.
static struct instruction code[10];
static uint32_t location_of[10];
static struct location locations[10];
static struct function functions[1] = {{.name = 1, .first = 0, .end = 10}};
static struct source sources[1];
static char strings[256] = "\0main";
static struct program program = {
    .code = code,
    .code_count = 10,
    .location_of = location_of,
    .locations = locations,
    .locations_count = 10,
    .functions = functions,
    .functions_count = 1,
    .sources = sources,
    .sources_count = 1,
    .strings = strings,
    .pointer_bits = 64,
    .hash = 0xfedcba9876543210u,
};

static struct exploration_violation violation_new(void)
{
    struct exploration_violation violation = {.property = PROPERTY_DEADLOCK,
                                              .code = NO_CODE,
                                              .thread = 0,
                                              .message = memory_copy_string("a \"deadlock\"\n\xff")};
    static const char *const names[] = {"main", "main.1", "main.1.1"};
    for (int i = 0; i < 3; i++) {
        char *name = memory_copy_string(names[i]);
        vector_push(&violation.thread_names, name);
    }
    vector_push(&violation.stack, 3);
    vector_push(&violation.learnt, (struct learnt_fact){.kind = LEARNT_AWAIT_LOOP, .what = 9});
    vector_push(&violation.learnt, (struct learnt_fact){.kind = LEARNT_REUSE, .what = 4, .other = 7});
    vector_push(&violation.learnt,
                (struct learnt_fact){.kind = LEARNT_RELEVANT_VALUE, .what = RELEVANCE_STATIC});
    vector_push(&violation.learnt, (struct learnt_fact){.kind = LEARNT_SLICED, .what = 1});
    vector_push(&violation.learnt, (struct learnt_fact){.kind = LEARNT_REAL_SECTIONS});
    vector_push(&violation.learnt, (struct learnt_fact){.kind = LEARNT_SHARED_ORIGIN, .what = 0x10000000004});
    vector_push(&violation.blocked, 0);
    vector_push(&violation.blocked, 2);
    struct schedule_step steps[] = {
        {.thread = 1, .kind = OPERATION_MUTEX_LOCK, .code = 4},
        {.thread = 2, .kind = OPERATION_COND_WAKE, .code = 9, .choice = true, .alternative = 3},
        {.thread = 0, .kind = OPERATION_READ, .code = NO_CODE}};
    for (int i = 0; i < 3; i++)
        vector_push(&violation.schedule, steps[i]);
    struct schedule_input input = {
        .maker = 2, .number = 7, .width = 64, .value = UINT64_MAX - 1, .name = memory_copy_string("n")};
    vector_push(&violation.inputs, input);
    struct schedule_input unwritten = {
        .maker = 0x8000000100000012, .number = 0x180000000, .width = 8, .value = 3};
    vector_push(&violation.inputs, unwritten);
    return violation;
}

static void violation_free(struct exploration_violation *violation)
{
    struct witness holder = {.violation = *violation};
    witness_free(&holder);
}

static struct settings settings_new(void)
{
    struct settings settings;
    settings_init(&settings);
    settings.properties = 1u << PROPERTY_DEADLOCK | 1u << PROPERTY_LEAK;
    settings.unwind = 5;
    settings.spurious = settings.m64 = true;
    text_list_add(&settings.files, source_path);
    text_list_add(&settings.clang_arguments, "-DX=\"1\"");
    text_list_add(&settings.havoc, "f");
    text_list_add(&settings.arguments, "");
    text_list_add(&settings.given_files, "name=text");
    settings.symbolic_input = 4;
    settings.compile_commands = memory_copy_string("c.json");
    settings.effects = memory_copy_string("e.txt");
    return settings;
}

static char *witness_new(void)
{
    struct settings settings = settings_new();
    struct exploration_violation violation = violation_new();
    struct source_place place = {.file = "a.c", .line = 3, .function = "main"};
    char *text = witness_text(&program, &settings, &violation, place);
    violation_free(&violation);
    settings_free(&settings);
    return text;
}

static bool read_back(const char *text, size_t size, struct witness *witness, struct error *error)
{
    struct error problem = {0};
    assert_true(file_write(witness_file, text, size, &problem));
    memset(witness, 0, sizeof *witness);
    return witness_read(witness_file, witness, error);
}

static void round_trip(void **state)
{
    (void)state;
    char *text = witness_new();
    struct witness witness;
    struct error error = {0};
    bool good = read_back(text, strlen(text), &witness, &error);
    if (!good)
        fail_msg("%s", error.message);
    struct exploration_violation expected = violation_new(), *got = &witness.violation;
    assert_int_equal(got->property, expected.property);
    assert_string_equal(got->message, "a \"deadlock\"\n\xef\xbf\xbd"); // what is not UTF-8 is replaced
    assert_int_equal(got->code, NO_CODE);
    assert_int_equal(got->thread_names.size, 3);
    assert_string_equal(got->thread_names.data[2], "main.1.1");
    assert_int_equal(got->blocked.size, 2);
    assert_int_equal(got->blocked.data[1], 2);
    assert_int_equal(got->stack.data[0], 3);
    assert_int_equal(got->learnt.size, expected.learnt.size);
    for (uint32_t i = 0; i < got->learnt.size; i++)
        assert_true(learnt_equal(&got->learnt.data[i], &expected.learnt.data[i]));
    assert_int_equal(got->schedule.size, 3);
    for (uint32_t i = 0; i < 3; i++) {
        assert_int_equal(got->schedule.data[i].thread, expected.schedule.data[i].thread);
        assert_int_equal(got->schedule.data[i].kind, expected.schedule.data[i].kind);
        assert_int_equal(got->schedule.data[i].code, expected.schedule.data[i].code);
        assert_int_equal(got->schedule.data[i].choice, expected.schedule.data[i].choice);
        assert_int_equal(got->schedule.data[i].alternative, expected.schedule.data[i].alternative);
    }
    assert_int_equal(got->inputs.data[0].maker, 2);
    assert_int_equal(got->inputs.data[0].number, 7);
    assert_true(got->inputs.data[0].value == UINT64_MAX - 1);
    assert_int_equal(got->inputs.data[1].maker, 0x8000000100000012);
    assert_int_equal(got->inputs.data[1].number, 0x180000000);
    assert_string_equal(got->inputs.data[1].name, "");
    assert_int_equal(witness.settings.properties, 1u << PROPERTY_DEADLOCK | 1u << PROPERTY_LEAK);
    assert_int_equal(witness.settings.unwind, 5);
    assert_true(witness.settings.spurious && witness.settings.m64 && !witness.settings.m32);
    assert_string_equal(witness.settings.clang_arguments.data[0], "-DX=\"1\"");
    assert_string_equal(witness.settings.arguments.data[0], "");
    assert_string_equal(witness.settings.compile_commands, "c.json");
    assert_string_equal(witness.settings.effects, "e.txt");
    assert_true(witness_check_sources(&witness, "w", &error));
    assert_true(witness_check_program(&witness, "w", &program, &error));
    violation_free(&expected);
    witness_free(&witness);
    memory_free(text);
}

// The witness of a data race, with this many accesses.
static char *race_witness_new(enum property property, uint32_t accesses)
{
    struct settings settings = settings_new();
    struct exploration_violation violation = violation_new();
    violation.property = property;
    for (uint32_t i = 0; i < accesses; i++) {
        struct violation_access access = {.thread = i,
                                          .code = 7 + i,
                                          .place = 8,
                                          .kind = OPERATION_UPDATE,
                                          .write = true,
                                          .atomic = i == 1,
                                          .size = 4};
        vector_push(&access.stack, 8);
        vector_push(&access.locks, memory_copy_string("mutex m"));
        vector_push(&violation.accesses, access);
    }
    struct source_place place = {.file = "a.c", .line = 3, .function = "main"};
    char *text = witness_text(&program, &settings, &violation, place);
    violation_free(&violation);
    settings_free(&settings);
    return text;
}

static void races_round_trip(void **state)
{
    (void)state;
    char *text = race_witness_new(PROPERTY_DATA_RACE, 2);
    struct witness witness;
    struct error error = {0};
    if (!read_back(text, strlen(text), &witness, &error))
        fail_msg("%s", error.message);
    assert_int_equal(witness.violation.property, PROPERTY_DATA_RACE);
    assert_int_equal(witness.violation.accesses.size, 2);
    const struct violation_access *access = &witness.violation.accesses.data[1];
    assert_int_equal(access->thread, 1);
    assert_int_equal(access->code, 8);
    assert_int_equal(access->place, 8);
    assert_int_equal(access->kind, OPERATION_UPDATE);
    assert_true(access->write && access->atomic && access->size == 4);
    assert_int_equal(access->stack.data[0], 8);
    assert_string_equal(access->locks.data[0], "mutex m");
    assert_true(witness_check_program(&witness, "w", &program, &error));
    vector_clear(&witness.violation.schedule);
    program.code_count = 8; // an access is at instruction 8
    assert_false(witness_check_program(&witness, "w", &program, &error));
    error_free(&error);
    program.code_count = 10;
    witness_free(&witness);
    memory_free(text);
}

static void atomicity_round_trips(void **state)
{
    (void)state;
    char *text = race_witness_new(PROPERTY_ATOMICITY, 3);
    const char *options = strstr(text, "\"options\": {") + strlen("\"options\": {");
    char *with =
        memory_format("%.*s\"atomic\": [\"f\", \"locks\"], %s", (int)(options - text), text, options);
    struct witness witness;
    struct error error = {0};
    if (!read_back(with, strlen(with), &witness, &error))
        fail_msg("%s", error.message);
    assert_int_equal(witness.violation.property, PROPERTY_ATOMICITY);
    assert_int_equal(witness.violation.accesses.size, 3);
    assert_int_equal(witness.settings.atomic.size, 2);
    assert_string_equal(witness.settings.atomic.data[1], "locks");
    witness_free(&witness);
    memory_free(with);
    memory_free(text);
}

// The witness of a livelock whose cycle is said to be these steps.
static char *livelock_witness_new(uint32_t begin, uint32_t length)
{
    struct settings settings = settings_new();
    struct exploration_violation violation = violation_new();
    violation.property = PROPERTY_LIVELOCK;
    violation.cycle = (struct violation_cycle){begin, length};
    struct source_place place = {.file = "a.c", .line = 3, .function = "main"};
    char *text = witness_text(&program, &settings, &violation, place);
    violation_free(&violation);
    settings_free(&settings);
    return text;
}

static void livelocks_round_trip(void **state)
{
    (void)state;
    char *text = livelock_witness_new(2, 1);
    struct witness witness;
    struct error error = {0};
    if (!read_back(text, strlen(text), &witness, &error))
        fail_msg("%s", error.message);
    assert_int_equal(witness.violation.property, PROPERTY_LIVELOCK);
    assert_int_equal(witness.violation.cycle.begin, 2);
    assert_int_equal(witness.violation.cycle.length, 1);
    witness_free(&witness);
    memory_free(text);
}

// What a machine is given as known must be about this program.
static void facts_beyond_the_program_are_refused(void **state)
{
    (void)state;
    static const struct {
        struct learnt_fact fact;
        bool good;
    } cases[] = {
        {{LEARNT_SHARED_ORIGIN, 0, 0x10000000004}, true},
        {{LEARNT_SHARED_ORIGIN, 0, (uint64_t)1 << 48}, false},
        {{LEARNT_AWAIT_LOOP, 0, 9}, true},
        {{LEARNT_AWAIT_LOOP, 0, 10}, false},
        {{LEARNT_AWAIT_ALONE, 0, (uint64_t)1 << 32}, false},
        {{LEARNT_AWAIT_ROUND, 0, 0}, true},
        {{LEARNT_AWAIT_ROUND, 1, 0}, false},
        {{LEARNT_ORDERED_UPDATE, 0, 9}, true},
        {{LEARNT_ORDERED_UPDATE, 0, 10}, false},
        {{LEARNT_REAL_SECTION, 0, 0x9e6aa1b965f4}, true},
        {{LEARNT_REAL_LOCK, 0, 0x1000}, true},
        {{LEARNT_REAL_LOCK, 0, UINT64_MAX}, false},
        {{LEARNT_REAL_SECTIONS, 0, 0}, true},
        {{LEARNT_REAL_SECTIONS, 0, 1}, false},
        {{LEARNT_SLICED, 0, 1}, true},
        {{LEARNT_SLICED, 0, 2}, false},
        {{LEARNT_RELEVANT, 0, 9}, true},
        {{LEARNT_RELEVANT, 0, 10}, false},
        {{LEARNT_RELEVANT, 0, RELEVANCE_STATIC}, true},
        {{LEARNT_RELEVANT_VALUE, 0, RELEVANCE_STATIC}, true},
        {{LEARNT_AWAIT_LOOP, 0, RELEVANCE_STATIC}, false},
        {{LEARNT_VISIBLE_JOINS, 0, 0}, true},
        {{LEARNT_VISIBLE_ENDS, 0, 0}, true},
        {{LEARNT_VISIBLE_ENDS, 0, 1}, false},
        {{LEARNT_REUSE, 9, 9}, true},
        {{LEARNT_REUSE, 10, 0}, false},
        {{LEARNT_REUSE, 0, 10}, false},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char *text = witness_new();
        struct witness witness;
        struct error error = {0};
        assert_true(read_back(text, strlen(text), &witness, &error));
        vector_last(&witness.violation.learnt) = cases[i].fact;
        if (witness_check_program(&witness, "w", &program, &error) != cases[i].good)
            fail_msg("case %zu", i);
        error_free(&error);
        witness_free(&witness);
        memory_free(text);
    }
}

static void changed_programs_are_refused(void **state)
{
    (void)state;
    char *text = witness_new();
    struct witness witness;
    struct error error = {0};
    assert_true(read_back(text, strlen(text), &witness, &error));
    program.hash++;
    assert_false(witness_check_program(&witness, "w", &program, &error));
    assert_non_null(strstr(error.message, "changed"));
    error_free(&error);
    program.hash--;
    program.pointer_bits = 32;
    assert_false(witness_check_program(&witness, "w", &program, &error));
    error_free(&error);
    program.pointer_bits = 64;
    program.code_count = 5; // the schedule names instruction 9
    assert_false(witness_check_program(&witness, "w", &program, &error));
    error_free(&error);
    program.code_count = 10;
    assert_true(file_write(source_path, "other", 5, &error));
    assert_false(witness_check_sources(&witness, "w", &error));
    assert_non_null(strstr(error.message, source_path));
    assert_non_null(strstr(error.message, "changed"));
    error_free(&error);
    unlink(source_path);
    assert_false(witness_check_sources(&witness, "w", &error));
    assert_non_null(strstr(error.message, source_path));
    error_free(&error);
    assert_true(file_write(source_path, "int x;\n", 7, &error));
    witness_free(&witness);
    memory_free(text);
}

static void expect_refused(const char *text, size_t size)
{
    struct witness witness;
    struct error error = {0};
    if (read_back(text, size, &witness, &error))
        fail_msg("accepted: %.*s", (int)size, text);
    assert_non_null(strstr(error.message, witness_file));
    error_free(&error);
    witness_free(&witness);
}

static void truncated_witnesses_are_refused(void **state)
{
    (void)state;
    char *text = witness_new();
    size_t size = strlen(text) - 2; // without the last brace
    for (size_t length = 0; length <= size; length += length < 200 ? 1 : 37)
        expect_refused(text, length);
    memory_free(text);
}

static bool is_for_people(const char *key)
{
    static const char *const keys[] = {"at", "file", "line", "function", "heddle", "absolute"};
    for (size_t i = 0; i < sizeof keys / sizeof *keys; i++)
        if (strcmp(keys[i], key) == 0)
            return true;
    return false;
}

static void expect_refused_json(json_t *root)
{
    char *text = json_dumps(root, 0);
    expect_refused(text, strlen(text));
    free(text);
}

static void damage_member(json_t *root, json_t *object, const char *name)
{
    static const char *const others[] = {"null",          "true",  "-1",   "1e30", "12345678901",
                                         "\"x\\u0000y\"", "\"?\"", "[[]]", "{}"};
    json_t *value = json_incref(json_object_get(object, name));
    bool nullable =
        strcmp(name, "code") == 0 || strcmp(name, "compile_commands") == 0 || strcmp(name, "effects") == 0;
    bool large = strcmp(name, "unwind") == 0 || strcmp(name, "stack_size") == 0;
    if (!nullable && strcmp(name, "choice") != 0) {
        json_object_del(object, name);
        expect_refused_json(root);
    }
    for (size_t i = 0; i < sizeof others / sizeof *others; i++) {
        json_t *other = json_loads(others[i], JSON_DECODE_ANY | JSON_ALLOW_NUL, NULL);
        bool free_text = json_is_string(value) && strcmp(others[i], "\"?\"") == 0;
        bool fits = (nullable && json_is_null(other)) || (json_is_boolean(value) && json_is_true(other)) ||
                    free_text || (large && strcmp(others[i], "12345678901") == 0);
        json_object_set_new(object, name, other);
        if (!fits)
            expect_refused_json(root);
    }
    json_object_set_new(object, name, value);
}

// Removes each member in turn, then gives each a value of every other type.
static void damage_members(json_t *root, json_t *object)
{
    const char *key;
    json_t *value;
    text_list names = {0};
    json_object_foreach(object, key, value) if (!is_for_people(key)) text_list_add(&names, key);
    assert_true(names.size > 0);
    for (uint32_t i = 0; i < names.size; i++)
        damage_member(root, object, names.data[i]);
    text_list_free(&names);
}

static void damaged_witnesses_are_refused(void **state)
{
    (void)state;
    char *text = witness_new();
    json_t *root = json_loads(text, 0, NULL);
    damage_members(root, root);
    damage_members(root, json_object_get(root, "violation"));
    damage_members(root, json_object_get(root, "program"));
    damage_members(root, json_object_get(root, "options"));
    damage_members(root, json_array_get(json_object_get(root, "inputs"), 0));
    damage_members(root, json_array_get(json_object_get(root, "steps"), 1));
    json_decref(root);
    memory_free(text);
}

static void races_with_other_accesses_are_refused(void **state)
{
    (void)state;
    static const struct {
        enum property property;
        uint32_t accesses;
        const char *old, *new;
    } cases[] = {{PROPERTY_DATA_RACE, 0, "", ""},
                 {PROPERTY_DATA_RACE, 1, "", ""},
                 {PROPERTY_DATA_RACE, 3, "", ""},
                 {PROPERTY_DEADLOCK, 2, "", ""},
                 {PROPERTY_ATOMICITY, 2, "", ""},
                 {PROPERTY_DATA_RACE, 2, "\"update\"", "\"updat\""},
                 {PROPERTY_DATA_RACE, 2, "\"place\": 8", "\"place\": -8"},
                 {PROPERTY_DATA_RACE, 2, "\"atomic\": true", "\"atomic\": 1"},
                 {PROPERTY_DATA_RACE, 2, "\"mutex m\"", "7"}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char *text = race_witness_new(cases[i].property, cases[i].accesses),
             *found = strstr(text, cases[i].old);
        if (!found)
            fail_msg("no %s in %s", cases[i].old, text);
        char *changed =
            memory_format("%.*s%s%s", (int)(found - text), text, cases[i].new, found + strlen(cases[i].old));
        expect_refused(changed, strlen(changed));
        memory_free(changed);
        memory_free(text);
    }
}

// A cycle is the last steps, at least one, and none of them an answer.
static void livelocks_with_other_cycles_are_refused(void **state)
{
    (void)state;
    static const struct violation_cycle cycles[] = {
        {0, 0}, {0, 2}, {1, 2}, {0, 3}, {2, 2}, {3, 1}, {4, UINT32_MAX - 1}};
    for (size_t i = 0; i < sizeof cycles / sizeof *cycles; i++) {
        char *text = livelock_witness_new(cycles[i].begin, cycles[i].length);
        expect_refused(text, strlen(text));
        memory_free(text);
    }
    char *text = livelock_witness_new(2, 1);
    json_t *root = json_loads(text, 0, NULL);
    damage_members(root, json_object_get(json_object_get(root, "violation"), "cycle"));
    json_decref(root);
    memory_free(text);
}

// Texts that are read as names of something must name it.
static void unknown_names_are_refused(void **state)
{
    (void)state;
    static const char *const replaced[][2] = {
        {"\"deadlock\",\n", "\"deadlok\",\n"},
        {"\"lock\"", "\"lok\""},
        {"\"main.1\",", "\"main.x\","},
        {"\"main.1\",", "\"main\","},
        {"\"main.1\",", "\"main.2\","},
        {"\"thread\": 2", "\"thread\": 3"},
        {"\"thread\": \"main.1.1\"", "\"thread\": \"main.9\""},
        {"fedcba9876543210", "FEDCBA9876543210"},
        {"fedcba9876543210", "fedcba987654321"},
        {"\"heddle_witness\": 2", "\"heddle_witness\": 1"},
        {"\"real sections\"", "\"no sections\""},
        {"\"width\": 64,\n      \"value\"", "\"width\": 8,\n      \"value\""},
        {"\"pointer_bits\": 64", "\"pointer_bits\": 48"},
        {"\"leak\"", "\"data\""},
    };
    for (size_t i = 0; i < sizeof replaced / sizeof *replaced; i++) {
        char *text = witness_new(), *found = strstr(text, replaced[i][0]);
        if (!found)
            fail_msg("no %s in %s", replaced[i][0], text);
        char *changed = memory_format("%.*s%s%s", (int)(found - text), text, replaced[i][1],
                                      found + strlen(replaced[i][0]));
        expect_refused(changed, strlen(changed));
        memory_free(changed);
        memory_free(text);
    }
    expect_refused("[1, 2]", 6);
    expect_refused("", 0);
    expect_refused("\0\1\2\377", 4);
}

static int make_folder(void **state)
{
    (void)state;
    struct error error = {0};
    if (!mkdtemp(folder))
        return -1;
    source_path = memory_format("%s/a.c", folder);
    witness_file = memory_format("%s/w.json", folder);
    strcpy(strings + 8, source_path);
    sources[0].name = 8;
    for (uint32_t i = 0; i < 10; i++) {
        location_of[i] = i;
        locations[i] = (struct location){8, i + 1, 1};
    }
    return file_write(source_path, "int x;\n", 7, &error) && file_hash(source_path, &sources[0].hash, &error)
               ? 0
               : -1;
}

static int remove_folder(void **state)
{
    (void)state;
    unlink(source_path);
    unlink(witness_file);
    memory_free(source_path);
    memory_free(witness_file);
    return rmdir(folder);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(round_trip),
        cmocka_unit_test(races_round_trip),
        cmocka_unit_test(atomicity_round_trips),
        cmocka_unit_test(livelocks_round_trip),
        cmocka_unit_test(livelocks_with_other_cycles_are_refused),
        cmocka_unit_test(races_with_other_accesses_are_refused),
        cmocka_unit_test(facts_beyond_the_program_are_refused),
        cmocka_unit_test(changed_programs_are_refused),
        cmocka_unit_test(truncated_witnesses_are_refused),
        cmocka_unit_test(damaged_witnesses_are_refused),
        cmocka_unit_test(unknown_names_are_refused),
    };
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
