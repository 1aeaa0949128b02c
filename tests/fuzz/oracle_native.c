// Single-threaded programs against the host: what heddle's machine prints and how the program ends, for
// inputs that the solver found and for others, must be what the program compiled natively does. Programs end
// with one of several assertions "end N" that fails, so that each end that can be reached has a witness.
#include "oracle.h"

#include "base/hash.h"
#include "base/memory.h"
#include "machine/describe.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { MAX_INPUTS = 8, RANDOM_RUNS = 3 };

// One concrete run: its inputs, and what it prints and how it ends in heddle.
struct concrete_run {
    uint32_t program;
    uint64_t inputs[MAX_INPUTS];
    char *text; // owned
    bool found; // the solver chose the inputs
};

typedef VECTOR(char) text_buffer;

// What a run shows: what it prints, and whether the program has an input that it does not ask for
// (is_asked_for).
struct shown {
    text_buffer text;
    bool has_others;
};

static void print_into(void *context, int fd, const char *bytes, size_t count)
{
    struct shown *shown = context;
    (void)fd;
    for (size_t k = 0; k < count; k++)
        vector_push(&shown->text, bytes[k]);
}

// Inputs that the program asks for the host numbers alike; it has no others. A variable that a longjmp may
// find unset is an input as well, though nobody uses it.
static bool is_asked_for(const char *name)
{
    return !name || strncmp(name, "__VERIFIER_nondet", strlen("__VERIFIER_nondet")) == 0;
}

// The bits of a NaN are inputs that take no number of main's; a replay has the processor's.
static void note_input(void *context, const struct schedule_input *input, struct machine *m)
{
    struct shown *shown = context;
    char *name = machine_input_name(m, input->maker, input->number);
    bool counts = input->maker != 0 || input->number < MAX_INPUTS;
    shown->has_others |= counts && !is_asked_for(name);
    memory_free(name);
}

// What the runs of one batch share.
struct comparison {
    const struct program *program;
    VECTOR(struct concrete_run) runs;
    text_set verdicts; // per program: NULL, or what went wrong or why it was discarded, with its first word
};

static void complain(struct comparison *c, uint32_t program, const char *word, const char *why)
{
    char **verdict = &c->verdicts.data[program];
    if (!*verdict)
        *verdict = memory_format("%s %s", word, why);
}

// Executes the violation's inputs in the machine and remembers the output. `found`: the same end must come
// again.
static void add_run(struct comparison *c, uint32_t program, struct exploration_violation *violation,
                    bool found)
{
    struct concrete_run run = {.program = program, .found = found};
    struct machine_options options = {.properties = oracle_properties()};
    struct shown shown = {0};
    struct replay_hooks hooks = {.context = &shown, .output = print_into, .input = note_input};
    for (uint32_t k = 0; k < violation->inputs.size; k++)
        if (violation->inputs.data[k].maker == 0 && violation->inputs.data[k].number < MAX_INPUTS)
            run.inputs[violation->inputs.data[k].number] = violation->inputs.data[k].value;
    char *why = NULL;
    enum replay_outcome outcome = replay_run(c->program, &options, violation, &hooks, &why);
    if (shown.has_others)
        complain(c, program, "discarded", "inputs that the host does not have");
    if (found && outcome != REPLAY_CONFIRMED)
        complain(c, program, "failed", why ? why : "a violation does not replay");
    vector_push(&shown.text, '\0');
    run.text = shown.text.data;
    vector_push(&c->runs, run);
    memory_free(why);
}

// Inputs that no solver chose: small numbers, limits, and anything.
static uint64_t any_input(uint64_t *state)
{
    static const uint64_t special[] = {0,    1,      2,      7,          0x7f,       0x80,
                                       0xff, 0x7fff, 0x8000, 0x7fffffff, 0x80000000, UINT64_MAX};
    *state = hash_mix(*state + 0x9e3779b97f4a7c15u);
    uint64_t kind = *state >> 60, which = *state >> 20 & 0xffff;
    return kind < 8 ? special[which % (sizeof special / sizeof *special)] : kind < 12 ? which % 100 : *state;
}

static void add_random_runs(struct comparison *c, uint32_t program, uint32_t seed)
{
    uint64_t state = hash_combine(seed, program);
    for (unsigned k = 0; k < RANDOM_RUNS; k++) {
        struct exploration_violation none = {.property = PROPERTY_COUNT};
        for (uint32_t n = 0; n < MAX_INPUTS; n++) {
            uint64_t value = any_input(&state);
            for (unsigned width = 8; width <= 64; width *= 2) // whatever the width it is asked with
                vector_push(&none.inputs,
                            (struct schedule_input){
                                .number = n, .width = width, .value = value & (UINT64_MAX >> (64 - width))});
        }
        add_run(c, program, &none, false);
        vector_free(&none.inputs);
    }
}

// Budgets, and what heddle says openly that it does not do with inputs.
static bool is_excused(const char *reason)
{
    return strstr(reason, "budget") || strstr(reason, "solver") ||
           strstr(reason, "symbolic value that has no model");
}

static void explore_program(struct comparison *c, const struct oracle_options *options, uint32_t number)
{
    struct exploration_options o = {.por = POR_CLASSIC,
                                    .all = true,
                                    .max_seconds = options->max_seconds,
                                    .max_executions = 60,
                                    .solver_milliseconds = 200,
                                    .machine = {.properties = oracle_properties()}};
    struct exploration *e = explore(c->program, &o);
    if (e->internal_error)
        complain(c, number, "failed", e->internal_error);
    for (uint32_t k = 0; k < e->violations.size; k++) {
        struct exploration_violation *v = &e->violations.data[k];
        if (v->property == PROPERTY_ASSERTION && strstr(v->message, "end "))
            add_run(c, number, v, true);
        else
            complain(c, number, "failed", v->message);
    }
    for (uint32_t k = 0; k < e->reasons.size; k++)
        if (!is_excused(e->reasons.data[k].message))
            complain(c, number, "failed", e->reasons.data[k].message);
    exploration_free(e);
}

// ---- the host

static FILE *run_native(const struct comparison *c, const struct oracle_options *options)
{
    char path[] = "/tmp/heddle-fuzz-XXXXXX";
    int descriptor = mkstemp(path);
    FILE *requests = descriptor < 0 ? NULL : fdopen(descriptor, "w");
    if (!requests)
        return NULL;
    for (uint32_t k = 0; k < c->runs.size; k++) {
        fprintf(requests, "%u", c->runs.data[k].program);
        for (unsigned n = 0; n < MAX_INPUTS; n++)
            fprintf(requests, " %llu", (unsigned long long)c->runs.data[k].inputs[n]);
        fputc('\n', requests);
    }
    fclose(requests);
    char *command = memory_format("%s %s", options->native, path);
    FILE *answers = popen(command, "r");
    text_buffer all = {0};
    for (int byte; answers && (byte = fgetc(answers)) != EOF;)
        vector_push(&all, (char)byte);
    if (answers)
        pclose(answers);
    memory_free(command);
    unlink(path);
    FILE *copy = tmpfile();
    if (copy && all.size) {
        fwrite(all.data, 1, all.size, copy);
        rewind(copy);
    }
    vector_free(&all);
    return copy;
}

// The text up to the form feed that ends it, owned by the caller; the line after it goes to `how`.
static char *read_answer(FILE *answers, char *how, int size)
{
    text_buffer text = {0};
    for (int byte; (byte = fgetc(answers)) != EOF && byte != '\f';)
        vector_push(&text, (char)byte);
    vector_push(&text, '\0');
    if (!fgets(how, size, answers))
        how[0] = 0;
    how[strcspn(how, "\n")] = 0;
    return text.data;
}

static char *describe_difference(const struct concrete_run *run, const char *native, const char *how)
{
    char inputs[256];
    int used = 0;
    for (unsigned k = 0; k < MAX_INPUTS; k++)
        used += snprintf(inputs + used, sizeof inputs - (size_t)used, " %llu",
                         (unsigned long long)run->inputs[k]);
    size_t same = 0, line = 0;
    for (; run->text[same] && run->text[same] == native[same]; same++)
        if (run->text[same] == '\n')
            line = same + 1;
    return memory_format("output differs: heddle '%.*s', host '%.*s' (%s), %s inputs%s",
                         (int)strcspn(run->text + line, "\n"), run->text + line,
                         (int)strcspn(native + line, "\n"), native + line, how,
                         run->found ? "solver's" : "any", inputs);
}

static void compare_with_host(struct comparison *c, const struct oracle_options *options)
{
    FILE *answers = run_native(c, options);
    for (uint32_t k = 0; k < c->runs.size; k++) {
        struct concrete_run *run = &c->runs.data[k];
        char how[64] = "", *native = answers ? read_answer(answers, how, sizeof how) : memory_copy_string("");
        if (strcmp(native, run->text) != 0 || strcmp(how, "0") != 0) {
            char *why = describe_difference(run, native, how);
            complain(c, run->program, "failed", why);
            memory_free(why);
        }
        memory_free(native);
        memory_free(run->text);
    }
    if (answers)
        fclose(answers);
}

void oracle_native(struct program *program, const struct oracle_options *options)
{
    struct comparison c = {.program = program};
    VECTOR(uint32_t) found = {0};
    for (uint32_t k = 0; k < options->count; k++) {
        vector_push(&c.verdicts, NULL);
        uint32_t before = c.runs.size;
        if (!oracle_enter(program, k)) {
            complain(&c, k, "failed", "there is no such program");
            vector_push(&found, 0);
            continue;
        }
        explore_program(&c, options, k);
        vector_push(&found, c.runs.size - before);
        add_random_runs(&c, k, options->seed);
    }
    compare_with_host(&c, options);
    for (uint32_t k = 0; k < options->count; k++)
        if (c.verdicts.data[k])
            printf("%u %s\n", k, c.verdicts.data[k]);
        else
            printf("%u passed ends %u runs %u\n", k, found.data[k], found.data[k] + RANDOM_RUNS);
    texts_free(&c.verdicts);
    vector_free(&c.runs);
    vector_free(&found);
}
