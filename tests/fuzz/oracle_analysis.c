// The static analyses against executions.
//
// `threads`: programs run under random schedules. What a thread executes, which of two operations of two
// threads came first, and what two threads accessed must be contained in what the analysis of threads says.
//
// `slices`: programs of one thread run once as they are, and again with instructions outside a slice changed:
// constants, and which way branches go. The instruction that the slice was made for must see the same values,
// as far as the changed program comes.
#include "oracle.h"

#include "analysis/analyses.h"
#include "analysis/criteria.h"
#include "base/hash.h"
#include "base/memory.h"
#include "machine/questions.h"
#include "smt/smt.h"

#include <stdio.h>
#include <string.h>

struct event {
    uint32_t thread, code;
    uint64_t address, value;
    uint32_t size;
    bool write;
};

struct run {
    const struct program *program;
    struct machine *machine;
    uint64_t random;
    uint64_t input; // the value of all inputs
    VECTOR(struct event) events;
    uint32_t abstract[256]; // by machine thread: the creating instruction, NO_CODE
    bool in_order;          // the thread with the lowest number goes on; else any
    bool ended;             // stopped before its end: a violation, a budget
};

static uint32_t random_below(uint64_t *state, uint32_t n)
{
    *state = hash_mix(*state + 0x9e3779b97f4a7c15u);
    return (uint32_t)(*state >> 33) % n;
}

static uint64_t input_value(void *context, uint64_t maker, uint64_t number, unsigned width)
{
    const struct run *run = context;
    (void)maker;
    (void)number;
    return run->input & (UINT64_MAX >> (64 - width));
}

static void shown(void *context, const struct machine_access_shown *a)
{
    struct run *run = context;
    bool read = a->kind == OPERATION_READ;
    struct event event = {a->thread, a->code, a->address, a->value, (a->width + 7) / 8, !read};
    if (a->code < run->program->code_count)
        vector_push(&run->events, event);
}

static void report(void *context, const struct machine_report *report)
{
    struct run *run = context;
    (void)report;
    run->ended = true;
}

static void output(void *context, int fd, const char *bytes, size_t count)
{
    (void)context;
    (void)fd;
    (void)bytes;
    (void)count;
}

static bool interrupt(void *context)
{
    struct run *run = context;
    run->ended = true;
    return true;
}

static bool finish(struct run *run, enum step_result result)
{
    while (result == STEP_CHOICE)
        result =
            machine_choose(run->machine, random_below(&run->random, machine_choice(run->machine)->count));
    return result == STEP_DONE;
}

// A thread that can go on; NO_CODE: none.
static uint32_t pick(struct run *run)
{
    uint32_t enabled[256], count = 0;
    for (uint32_t t = 0; t < machine_thread_limit(run->machine) && t < 256; t++)
        if (machine_enabled(run->machine, t))
            enabled[count++] = t;
    if (count == 0)
        return NO_CODE;
    return enabled[run->in_order ? 0 : random_below(&run->random, count)];
}

static void note_creations(struct run *run, uint32_t code)
{
    const struct machine_edge *edges;
    uint32_t count = machine_edges(run->machine, &edges);
    for (uint32_t k = 0; k < count; k++)
        if (!edges[k].join && edges[k].to < 256)
            run->abstract[edges[k].to] = code;
}

static bool execute(struct run *run, uint32_t steps)
{
    enum step_result result = machine_start(run->machine);
    for (; finish(run, result); steps--) {
        uint32_t thread = pick(run);
        if (thread == NO_CODE || steps == 0)
            return true;
        uint32_t code = machine_position(run->machine, thread);
        result = machine_step(run->machine, thread);
        note_creations(run, code);
    }
    return result != STEP_RESTART;
}

// Runs the program once; the events are the caller's.
static void run_program(struct run *run)
{
    enum { STEPS = 20000 };
    struct smt_options smt_options = {.caches = true, .slicing = true};
    struct machine_options options = {.properties = oracle_properties(),
                                      .concrete = true,
                                      .input_value = input_value,
                                      .input_context = run};
    struct machine_hooks hooks = {
        .context = run, .report = report, .output = output, .shown = shown, .interrupt = interrupt};
    struct terms *terms = terms_new();
    struct smt *smt = smt_new(terms, &smt_options);
    run->machine = machine_new(run->program, terms, smt, &options, &hooks);
    for (uint32_t round = 0; round < 20; round++) {
        run->events.size = 0;
        run->ended = false;
        memset(run->abstract, 0xff, sizeof run->abstract);
        if (execute(run, STEPS))
            break;
        machine_restart(run->machine);
    }
    machine_free(run->machine);
    smt_free(smt);
    terms_free(terms);
}

// ---- threads

static uint32_t abstract_thread(struct threads *threads, const struct run *run, uint32_t thread)
{
    uint32_t code = run->abstract[thread];
    if (thread == 0 || code == NO_CODE || threads->calls->site_of[code] == NO_CODE)
        return thread == 0 ? MAIN_THREAD : NO_CODE;
    return threads->thread_of[threads->calls->site_of[code]];
}

// NULL, or what is wrong about two events in this order.
static const char *check_pair(struct threads *threads, const struct run *run, const struct event *first,
                              const struct event *second)
{
    uint32_t x = abstract_thread(threads, run, first->thread),
             y = abstract_thread(threads, run, second->thread);
    if (x == NO_CODE || y == NO_CODE)
        return NULL;
    if (first->thread == second->thread && first->code == second->code)
        return NULL; // perhaps one execution: entering and leaving a barrier
    if (first->thread == second->thread)
        return threads_may_precede_in_thread(threads, first->code, second->code) ? NULL : "order in a thread";
    if (threads_ordered(threads, y, second->code, x, first->code))
        return "order of threads";
    bool overlap = first->address < second->address + second->size &&
                   second->address < first->address + first->size && (first->write || second->write);
    if (overlap && !threads_ordered(threads, x, first->code, y, second->code) &&
        (!threads_accesses_shared(threads, first->code) || !threads_accesses_shared(threads, second->code)))
        return "sharing";
    return NULL;
}

static char *check_events(struct threads *threads, const struct run *run)
{
    uint32_t count = run->events.size < 300 ? run->events.size : 300;
    for (uint32_t k = 0; k < count; k++) {
        const struct event *e = &run->events.data[k];
        uint32_t thread = abstract_thread(threads, run, e->thread);
        if (thread != NO_CODE && !threads_runs(threads, thread, e->code))
            return memory_format("instruction %u is not executed by abstract thread %u", e->code, thread);
        for (uint32_t i = 0; i < k; i++) {
            const char *wrong = check_pair(threads, run, &run->events.data[i], e);
            if (wrong)
                return memory_format("%s: instruction %u of thread %u, then %u of thread %u", wrong,
                                     run->events.data[i].code, run->events.data[i].thread, e->code,
                                     e->thread);
        }
    }
    return NULL;
}

static void check_threads(const struct program *program, const struct oracle_options *options,
                          uint32_t number)
{
    enum { RUNS = 12 };
    struct threads *threads = analyses_threads(program);
    struct run run = {.program = program, .random = hash_combine(options->seed, number)};
    uint32_t events = 0;
    char *wrong = NULL;
    for (uint32_t k = 0; k < RUNS && !wrong; k++) {
        run.input = random_below(&run.random, 4) ? random_below(&run.random, 8) : run.random;
        run_program(&run);
        wrong = check_events(threads, &run);
        events += run.events.size;
    }
    if (wrong)
        printf("%u failed %s\n", number, wrong);
    else
        printf("%u passed runs %u events %u threads %u\n", number, RUNS, events, threads->count);
    memory_free(wrong);
    vector_free(&run.events);
}

// ---- slices

// Changes an instruction outside the slice, or not.
static void mutate(struct instruction *i, uint64_t *random)
{
    uint32_t value = random_below(random, 3) ? random_below(random, 4) : random_below(random, UINT32_MAX);
    switch (i->op) {
    case OP_CONST:
        if (i->width <= 32)
            i->a = i->width == 32 ? value : value & ((1u << i->width) - 1);
        break;
    case OP_STORE_I: i->d = value; break;
    case OP_ADD_I:
    case OP_MUL_I:
    case OP_AND_I:
    case OP_XOR_I:
        if (i->width == 32)
            i->b = value;
        break;
    case OP_BRANCH: {
        uint32_t target = i->b;
        i->b = i->d;
        i->d = target;
        break;
    }
    default: break;
    }
}

static uint32_t mutate_all(struct instruction *code, const struct program *program, const struct slice *slice,
                           uint64_t *random)
{
    uint32_t changed = 0, rate = random_below(random, 8) + 1;
    for (uint32_t k = 0; k < program->code_count; k = code_next(program, k)) {
        if (slice_touches(slice, k) || random_below(random, rate))
            continue;
        mutate(&code[k], random);
        changed += memcmp(&code[k], &program->code[k], sizeof code[k]) != 0;
    }
    return changed;
}

// Whether one run saw at `code` what the other saw, as far as both came.
static bool agree(const struct run *a, const struct run *b, uint32_t code, bool whole)
{
    uint32_t i = 0, j = 0;
    for (;; i++, j++) {
        while (i < a->events.size && a->events.data[i].code != code)
            i++;
        while (j < b->events.size && b->events.data[j].code != code)
            j++;
        if (i == a->events.size || j == b->events.size)
            return !whole || (i == a->events.size && j == b->events.size);
        const struct event *x = &a->events.data[i], *y = &b->events.data[j];
        if (x->address != y->address || x->value != y->value)
            return false;
    }
}

static char *check_slice(const struct dependence *d, const struct run *original, uint32_t criterion,
                         uint64_t *random, uint32_t *changed)
{
    struct slice *slice = slice_new(d);
    slice_add(slice, criterion, SLICE_WHOLE);
    slice_close(slice, SLICE_BACKWARD);
    struct program copy = *d->program;
    copy.analyses = NULL;
    copy.code = memory_alloc(((size_t)copy.code_count + 1) * sizeof *copy.code);
    memcpy(copy.code, d->program->code, copy.code_count * sizeof *copy.code);
    *changed += mutate_all(copy.code, d->program, slice, random);
    struct run run = {.program = &copy, .input = original->input, .random = 1, .in_order = true};
    run_program(&run);
    bool whole = !run.ended && !original->ended;
    char *wrong = agree(original, &run, criterion, whole)
                      ? NULL
                      : memory_format("instruction %u on line %u sees other values", criterion,
                                      copy.locations[copy.location_of[criterion]].line);
    vector_free(&run.events);
    program_forget_analyses(&copy);
    memory_free(copy.code);
    slice_free(slice);
    return wrong;
}

static void check_slices(const struct program *program, const struct oracle_options *options, uint32_t number)
{
    enum { RUNS = 6 };
    struct dependence *d = analyses_dependence(program);
    uint64_t random = hash_combine(options->seed, number);
    struct run original = {
        .program = program, .input = random_below(&random, 50), .random = 1, .in_order = true};
    run_program(&original);
    uint32_t changed = 0;
    char *wrong = NULL;
    for (uint32_t k = 0; k < RUNS && !wrong && original.events.size; k++) {
        uint32_t code = original.events.data[random_below(&random, original.events.size)].code;
        wrong = check_slice(d, &original, code, &random, &changed);
    }
    if (wrong)
        printf("%u failed %s\n", number, wrong);
    else
        printf("%u passed events %u changed %u\n", number, original.events.size, changed);
    memory_free(wrong);
    vector_free(&original.events);
}

void oracle_analysis(struct program *program, const struct oracle_options *options, bool slices)
{
    oracle_check_all(program, options, slices ? check_slices : check_threads);
}
