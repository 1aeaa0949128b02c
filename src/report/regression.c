#include "report/regression.h"

#include "base/memory.h"
#include "report/native_schedule.h"

#include <string.h>

// With which frames of functions are filled before they are used (regression/written.h).
#ifdef __x86_64__
#define FILL_FLAGS "-pg", "-mfentry"
#else
#define FILL_FLAGS NULL
#endif

// How each kind of violation shows in a native run.
static const struct {
    const char *define;   // what the header is asked to look for; NULL: nothing
    const char *fails;    // part of the message; "": nothing is known
    const char *flags[4]; // with which the program is compiled so that it shows
} kinds[PROPERTY_COUNT] = {
    [PROPERTY_ASSERTION] = {NULL, "", {NULL}},
    [PROPERTY_ABORT] = {NULL, "", {NULL}},
    [PROPERTY_DEADLOCK] = {NULL, REGRESSION_DEADLOCK, {NULL}},
    [PROPERTY_MEMORY] = {"HEDDLE_HEAP", "", {NULL}},
    [PROPERTY_LOCK] = {"HEDDLE_LOCKS", "heddle-schedule: ", {NULL}},
    [PROPERTY_ARITHMETIC] = {NULL, "", {NULL}},
    [PROPERTY_DATA_RACE] = {"HEDDLE_RACE", "heddle-schedule: data race", {NULL}},
    [PROPERTY_OVERFLOW] = {NULL,
                           "",
                           {"-fsanitize=signed-integer-overflow", "-fsanitize-undefined-trap-on-error"}},
    [PROPERTY_LEAK] = {"HEDDLE_LEAK", "heddle-schedule: leak", {NULL}},
    [PROPERTY_UNINITIALISED] = {"HEDDLE_UNINITIALISED",
                                "heddle-schedule: uninitialised",
                                {"-fsanitize-coverage=trace-pc,trace-cmp", FILL_FLAGS, NULL}},
    [PROPERTY_THREAD_LEAK] = {"HEDDLE_THREAD_LEAK", "heddle-schedule: thread leak", {NULL}},
    [PROPERTY_LIVELOCK] = {"HEDDLE_LIVELOCK", "heddle-schedule: livelock", {NULL}},
    [PROPERTY_ATOMICITY] = {"HEDDLE_ATOMICITY", "heddle-schedule: atomicity", {NULL}},
    [PROPERTY_EXIT] = {NULL, "", {NULL}},
};

// What a native run gets from elsewhere than a test can say.
static bool check_regression_settings(const struct settings *settings, struct error *error)
{
    const struct {
        bool given;
        const char *what;
    } unable[] = {
        {settings->entries.size,
         "its functions were run as threads by --entry: `heddle harness` writes a main"},
        {settings->given_files.size, "it was given files (--file)"},
        {settings->given_input.size || settings->symbolic_input, "it was given standard input"},
        {settings->compile_commands != NULL,
         "its flags come from compile_commands.json: name them behind --"},
        {settings->m32, "it is for 32 bits"},
        {settings->havoc.size || settings->effects, "functions without a body were given effects"},
        {settings->malloc_may_fail || settings->create_may_fail || settings->weak_cas_fails ||
             settings->time_may_pass,
         "it was checked with failures that only heddle brings about (--malloc-may-fail and the like)"},
    };
    for (size_t i = 0; i < sizeof unable / sizeof *unable; i++)
        if (unable[i].given)
            return error_set(error, "%s", unable[i].what);
    for (uint32_t i = 0; i < settings->files.size; i++) {
        const char *file = settings->files.data[i], *dot = strrchr(file, '.');
        if (!dot || (strcmp(dot, ".c") != 0 && strcmp(dot, ".i") != 0))
            return error_set(error, "%s is no C file", file);
    }
    return true;
}

// ---- the text

static void print_string(struct buffer *out, const char *text)
{
    buffer_print(out, "\"");
    for (const char *p = text; *p; p++)
        buffer_print(out, *p == '"' || *p == '\\' ? "\\%c" : (unsigned char)*p < 32 ? "\\%03o" : "%c", *p);
    buffer_print(out, "\"");
}

// In a comment of one line: no backslash is the last character, nor the last before spaces, which gcc takes
// for the same.
static void print_comment(struct buffer *out, const char *text)
{
    char *clean = text_clean(text, false);
    size_t length = strlen(clean);
    while (length && strchr("\\ ", clean[length - 1]))
        length--;
    buffer_append(out, clean, length);
    memory_free(clean);
}

static void print_point(struct buffer *out, const struct native_point *point)
{
    if (!point->operation) {
        buffer_print(out, "{0}");
        return;
    }
    buffer_print(out, "{HEDDLE_%s%s, ", point->operation, point->after ? " | HEDDLE_AFTER" : "");
    if (point->variable)
        print_string(out, point->variable);
    else
        buffer_print(out, "NULL");
    buffer_print(out, ", %llu, ", (unsigned long long)point->offset);
    print_string(out, point->function ? point->function : "");
    buffer_print(out, ", %u}", point->times);
}

static void print_turn_place(struct buffer *out, struct result *result, struct source_place place)
{
    const char *line = sources_line(&result->sources, place.file, place.line);
    print_comment(out, path_base(place.file));
    buffer_print(out, ":%u: ", place.line);
    print_comment(out, line ? line : "");
}

static void print_turns(struct buffer *out, struct result *result, const struct native_schedule *s)
{
    buffer_print(out,
                 "// Each turn ends before the point that it names, or where the thread waits or is over.\n"
                 "const struct heddle_turn heddle_turns[] = {\n");
    for (uint32_t i = 0; i < s->turns.size; i++) {
        const struct native_turn *turn = &s->turns.data[i];
        if (turn->until.operation) {
            buffer_print(out, "    // %s ", turn->until.after ? "behind" : "before");
            print_turn_place(out, result, turn->until.place);
            buffer_print(out, "\n");
        }
        buffer_print(out, "    {\"%s\", ", s->thread_names.data[turn->thread]);
        print_point(out, &turn->until);
        buffer_print(out, "},\n");
    }
    buffer_print(out, "};\nconst unsigned heddle_turn_count = %u;\n\n", s->turns.size);
}

static void print_steps(struct buffer *out, const struct native_schedule *s)
{
    buffer_print(out, "const struct heddle_step heddle_steps[] = {\n");
    for (uint32_t i = 0; i < s->steps.size; i++) {
        const struct native_step *step = &s->steps.data[i];
        buffer_print(out, "    {%u, ", step->turn);
        print_point(out, &step->at);
        buffer_print(out, ", ");
        print_string(out, step->text);
        buffer_print(out, "},\n");
    }
    buffer_print(out, "    {0}\n};\nconst unsigned heddle_step_count = %u;\n\n", s->steps.size);
}

// Those that are 0 may be left out: that is what the program gets where nothing is said.
static void print_given_inputs(struct buffer *out, const struct native_schedule *s)
{
    buffer_print(out, "// What the program gets for its inputs: thread, which time it asks, byte in what it "
                      "asks for, how many "
                      "bytes, value.\n"
                      "const struct heddle_input heddle_inputs[] = {\n");
    for (uint32_t i = 0; i < s->inputs.size; i++) {
        const struct native_input *input = &s->inputs.data[i];
        buffer_print(out, "    {\"%s\", %u, %llu, %u, 0x%llx}, // ", s->thread_names.data[input->thread],
                     input->request, (unsigned long long)input->offset, (input->width + 7) / 8,
                     (unsigned long long)input->value);
        print_comment(out, input->name);
        buffer_print(out, "\n");
    }
    buffer_print(out, "    {NULL, 0, 0, 0, 0},\n};\nconst unsigned heddle_input_count = %u;\n",
                 s->inputs.size);
}

static void print_head(struct buffer *out, struct heddle_check *check, const char *build)
{
    const struct exploration_violation *v = &check->result.exploration->violations.data[0];
    struct source_place place = result_place(&check->result, 0);
    buffer_print(
        out,
        "// A regression test written by `heddle export`. It makes the program take the schedule and the "
        "inputs with which heddle found\n// this violation (%s):\n//\n//     ",
        property_name(v->property));
    print_comment(out, v->message);
    buffer_print(out, "\n//     at ");
    print_comment(out, place.file);
    buffer_print(out, ":%u", place.line);
    if (place.function[0]) {
        buffer_print(out, " in ");
        print_comment(out, place.function);
    }
    buffer_print(out,
                 "\n//\n// It fails while the program has that error, and passes when it is corrected. To "
                 "build and run it:\n"
                 "//\n%s//\n",
                 build);
    buffer_print(
        out,
        "// The folder of <heddle.h>, if the program includes it, has to be named with -I. For clang,\n"
        "// -mllvm -tsan-instrument-read-before-write has to be added where -fsanitize=thread stands.\n");
}

// What the header is asked to look for, and where.
static void print_define(struct buffer *out, struct heddle_check *check,
                         const struct native_schedule *schedule)
{
    const struct exploration_violation *v = &check->result.exploration->violations.data[0];
    if (!kinds[v->property].define)
        return;
    buffer_print(out, "#define %s", kinds[v->property].define);
    for (uint32_t k = 0; k < v->accesses.size; k++)
        buffer_print(out, "%s %u", k ? "," : "", schedule->access_turns[k]);
    if (v->property == PROPERTY_LIVELOCK)
        buffer_print(out, " %u", schedule->cycle_turn);
    if (v->property == PROPERTY_UNINITIALISED)
        buffer_print(out, " \"%s\",", schedule->thread_names.data[v->thread]);
    if (v->property == PROPERTY_UNINITIALISED || v->property == PROPERTY_LEAK ||
        v->property == PROPERTY_THREAD_LEAK) {
        buffer_print(out, " ");
        print_string(out, result_place(&check->result, 0).function);
    }
    buffer_print(out, "\n");
    if (v->property == PROPERTY_LEAK && check->machine.leaks == LEAK_ALL)
        buffer_print(out, "#define HEDDLE_LEAK_ALL\n");
}

static void print_open_generators(struct buffer *out, const struct native_schedule *schedule)
{
    for (unsigned k = 0; k < NATIVE_GENERATOR_COUNT; k++)
        if (schedule->open_generators >> k & 1)
            buffer_print(out, "#define HEDDLE_OPEN_%s\n", native_generator_names[k]);
}

static char *print_all(struct heddle_check *check, const struct native_schedule *schedule, bool steps,
                       const char *build)
{
    struct buffer out = {0};
    print_head(&out, check, build);
    buffer_print(&out, "#define _GNU_SOURCE\n");
    print_define(&out, check, schedule);
    print_open_generators(&out, schedule);
    if (check->settings.spurious)
        buffer_print(&out, "#define HEDDLE_SPURIOUS\n");
    if (steps)
        buffer_print(&out, "#define HEDDLE_STEPS\n");
    buffer_print(&out, "#include \"" REGRESSION_HEADER "\"\n\n");
    print_turns(&out, &check->result, schedule);
    if (steps)
        print_steps(&out, schedule);
    print_given_inputs(&out, schedule);
    return buffer_take(&out);
}

const char *const *regression_flags(const struct heddle_check *check)
{
    return kinds[check->result.exploration->violations.data[0].property].flags;
}

bool regression_make(struct regression *regression, struct heddle_check *check, bool steps, const char *build,
                     struct error *error)
{
    const struct exploration_violation *v = &check->result.exploration->violations.data[0];
    struct native_schedule schedule = {0};
    bool good =
        check_regression_settings(&check->settings, error) &&
        native_schedule_make(&schedule, check->program, &check->machine, v, &check->result.analysis, error);
    *regression =
        (struct regression){.fails = kinds[v->property].fails, .ends = v->property == PROPERTY_EXIT};
    if (good)
        regression->text = print_all(check, &schedule, steps, build);
    native_schedule_free(&schedule);
    return good;
}

void regression_free(struct regression *regression)
{
    memory_free(regression->text);
    *regression = (struct regression){0};
}
