#include "report/violation_path.h"

#include "base/memory.h"
#include "machine/questions.h"

#include <string.h>

enum { FRAMES = 64 };

struct path_builder {
    struct violation_path path;
    const struct program *program;
    uint32_t step;
};

static void path_on_step(void *context, uint32_t step, const struct schedule_step *what)
{
    struct path_builder *b = context;
    (void)what;
    b->step = step;
}

static bool same_statement(const struct path_step *a, const struct path_step *b)
{
    return a->kind == PATH_STATEMENT && a->thread == b->thread && a->place.line == b->place.line &&
           strcmp(a->place.file, b->place.file) == 0;
}

static void path_on_shown(void *context, const struct machine *machine,
                          const struct machine_access_shown *shown)
{
    struct path_builder *b = context;
    struct path_step new = {.kind = PATH_STATEMENT,
                            .step = b->step,
                            .thread = shown->thread,
                            .place = place_of(b->program, shown->code)};
    (void)machine;
    if (!b->path.steps.size || !same_statement(&vector_last(&b->path.steps), &new))
        vector_push(&b->path.steps, new);
}

// ---- inputs

static bool is_known_input(const struct violation_path *path, const struct path_step *input)
{
    for (uint32_t i = 0; i < path->steps.size; i++) {
        const struct path_step *step = &path->steps.data[i];
        if (step->kind == PATH_INPUT && step->thread == input->thread && step->other == input->other)
            return true;
    }
    return false;
}

// The innermost place of a thread in the program's own files.
static struct source_place own_place_of_thread(const struct program *program, struct machine *machine,
                                               uint32_t thread)
{
    uint32_t stack[FRAMES], depth = machine_stack(machine, thread, stack, FRAMES);
    return place_of_stack(program, depth ? stack[0] : NO_CODE, stack, depth);
}

// Inputs that do not matter are counted apart, in the upper half of the number (machine/input_names.h).
static uint32_t number_apart(uint64_t number)
{
    return (uint32_t)number | (uint32_t)(number >> 32) << 31;
}

// Those that a function gave: "__VERIFIER_nondet_int()".
static void path_on_input(void *context, const struct schedule_input *input, struct machine *machine)
{
    struct path_builder *b = context;
    size_t length = input->name ? strlen(input->name) : 0;
    if (input->maker >= machine_thread_limit(machine) || length < 3 ||
        strcmp(input->name + length - 2, "()") != 0)
        return;
    struct path_step step = {.kind = PATH_INPUT,
                             .step = b->step,
                             .thread = (uint32_t)input->maker,
                             .other = number_apart(input->number),
                             .width = input->width,
                             .value = input->value};
    if (is_known_input(&b->path, &step))
        return;
    step.place = own_place_of_thread(b->program, machine, step.thread);
    step.name = memory_copy_bytes(input->name, length - 2);
    vector_push(&b->path.steps, step);
}

// ---- threads

// The function of the program that a thread began with.
static char *start_of_thread(const struct program *program, struct machine *machine, uint32_t thread)
{
    uint32_t stack[FRAMES], depth = machine_stack(machine, thread, stack, FRAMES);
    for (uint32_t i = depth < FRAMES ? depth : 0; i-- > 0;) {
        struct source_place place = place_of(program, stack[i]);
        if (!place.runtime && place.function[0])
            return memory_copy_string(place.function);
    }
    return NULL;
}

static void path_on_stepped(void *context, uint32_t number, struct machine *machine)
{
    struct path_builder *b = context;
    const struct machine_edge *edges;
    uint32_t count = machine_edges(machine, &edges);
    for (uint32_t i = 0; i < count; i++) {
        bool join = edges[i].join;
        struct path_step step = {.kind = join ? PATH_JOIN : PATH_CREATE,
                                 .step = number,
                                 .thread = join ? edges[i].to : edges[i].from,
                                 .other = join ? edges[i].from : edges[i].to};
        step.place = join ? own_place_of_thread(b->program, machine, step.thread)
                          : place_of(b->program, machine_creation(machine, step.other));
        if (!join)
            step.name = start_of_thread(b->program, machine, step.other);
        vector_push(&b->path.steps, step);
    }
}

static void path_on_end(void *context, struct machine *machine)
{
    struct path_builder *b = context;
    for (uint32_t i = 0; i < machine_thread_limit(machine); i++) {
        char *name = memory_copy_string(machine_thread_name(machine, i));
        vector_push(&b->path.thread_names, name);
    }
}

struct violation_path violation_path(const struct program *program, const struct machine_options *options,
                                     const struct exploration_violation *violation,
                                     struct replay_analysis *analysis)
{
    struct path_builder builder = {.program = program, .step = NO_STEP};
    struct replay_hooks hooks = {.context = &builder,
                                 .analysis = analysis,
                                 .shown = path_on_shown,
                                 .step = path_on_step,
                                 .stepped = path_on_stepped,
                                 .input = path_on_input,
                                 .end = path_on_end};
    replay_run(program, options, violation, &hooks, NULL);
    return builder.path;
}

void violation_path_free(struct violation_path *path)
{
    for (uint32_t i = 0; i < path->steps.size; i++)
        memory_free(path->steps.data[i].name);
    for (uint32_t i = 0; i < path->thread_names.size; i++)
        memory_free(path->thread_names.data[i]);
    vector_free(&path->steps);
    vector_free(&path->thread_names);
}
