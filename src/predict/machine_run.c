#include "predict/machine_run.h"

#include "base/clock.h"
#include "base/hash.h"
#include "machine/describe.h"
#include "machine/questions.h"

struct runner {
    const struct program *program;
    const struct machine_run_options *options;
    struct machine *machine;
    struct machine_run *run;
    uint64_t draws;
    uint32_t last; // thread of the last step
};

// ---- what the seed decides

static uint64_t draw_below(struct runner *r, uint64_t below)
{
    uint64_t number = hash_combine(hash_mix(r->options->seed), r->draws++);
    return (uint64_t)(((unsigned __int128)number * below) >> 64);
}

// Mostly small: programs often ask for that. It does not depend on what was drawn before.
static uint64_t drawn_input(void *context, uint64_t maker, uint64_t number, unsigned width)
{
    const struct runner *r = context;
    if (r->options->schedule != RUN_DRAWN)
        return 0;
    uint64_t hash = hash_combine(hash_combine(hash_mix(r->options->seed), maker), number);
    uint64_t value = hash & 8 ? hash >> 4 & 15 : hash;
    return width < 64 ? value & (((uint64_t)1 << width) - 1) : value;
}

static uint32_t count_enabled(struct machine *m)
{
    uint32_t count = 0;
    for (uint32_t t = 0; t < machine_thread_limit(m); t++)
        count += machine_enabled(m, t) && !machine_spins(m, t);
    return count;
}

// The n-th thread that can go on, counted from `first`, round and round.
static uint32_t nth_enabled(struct machine *m, uint32_t first, uint32_t n)
{
    uint32_t limit = machine_thread_limit(m);
    for (uint32_t k = 0;; k++) {
        uint32_t t = (first + k) % limit;
        if (machine_enabled(m, t) && !machine_spins(m, t) && n-- == 0)
            return t;
    }
}

// NO_THREAD: none is to go on.
static uint32_t next_thread(struct runner *r)
{
    const struct run_guide *guide = r->options->guide;
    if (guide)
        return guide->next(guide->context, r->run->schedule.size);
    uint32_t count = count_enabled(r->machine);
    if (count == 0)
        return NO_THREAD;
    switch (r->options->schedule) {
    case RUN_ROUND_ROBIN: return nth_enabled(r->machine, r->last + 1, 0);
    case RUN_SEQUENTIAL: return nth_enabled(r->machine, r->last, 0);
    case RUN_DRAWN: break;
    }
    return nth_enabled(r->machine, 0, (uint32_t)draw_below(r, count));
}

// ---- the execution

static void take_machine_report(void *context, const struct machine_report *m)
{
    struct runner *r = context;
    struct machine_run *run = r->run;
    if (m->kind == REPORT_VIOLATION && !run->failed) {
        run->failed = memory_zalloc(1, sizeof *run->failed);
        run->failed->property = m->property;
        run->failed->message = memory_copy_string(m->message);
        run->failed->thread = m->thread;
        run->failed->code = m->code;
        uint32_t stack[64], depth = machine_stack(r->machine, m->thread, stack, 64);
        for (uint32_t k = 0; k < depth; k++)
            if (stack[k] != NO_CODE)
                vector_push(&run->failed->stack, stack[k]);
    }
    bool cuts = m->kind == REPORT_STOPPED || m->kind == REPORT_UNMODELLED || m->kind == REPORT_BOUND;
    if (cuts && r->options->guide) {
        r->options->guide->stopped(r->options->guide->context, m);
    } else if (cuts && !run->cut) {
        run->cut = memory_copy_string(m->message);
        run->cut_at = m->code;
    }
}

static bool is_run_interrupted(void *context)
{
    struct runner *r = context;
    r->run->interrupted =
        r->run->interrupted || (r->options->interrupt && r->options->interrupt(r->options->context));
    return r->run->interrupted;
}

static enum step_result answer_choices(struct runner *r, enum step_result result,
                                       const struct schedule_step *step)
{
    while (result == STEP_CHOICE) {
        const struct machine_choice *choice = machine_choice(r->machine);
        uint32_t alternative = r->options->schedule == RUN_DRAWN ? (uint32_t)draw_below(r, choice->count) : 0;
        vector_push(&r->run->schedule,
                    (struct schedule_step){choice->thread, alternative, true, step->kind, step->code});
        result = machine_choose(r->machine, alternative);
    }
    return result;
}

// Takes what the step has done.
static void take_items(struct runner *r, uint32_t step)
{
    uint32_t count;
    const struct followed_item *items = machine_followed(r->machine, &count);
    for (uint32_t k = r->run->items.size; k < count; k++) {
        vector_push(&r->run->items, items[k]);
        vector_push(&r->run->step_of_item, step);
        if (items[k].kind == FOLLOWED_OPERATION)
            while (r->run->accesses.size < items[k].access_begin + items[k].access_count)
                vector_push(&r->run->accesses, machine_followed_accesses(r->machine)[r->run->accesses.size]);
    }
}

static void forget_failure(struct machine_run *run)
{
    if (run->failed)
        exploration_free_violation(run->failed);
    memory_free(run->failed);
    run->failed = NULL;
}

// What a step did that depends on values without a model, and what failed in it, is known to nobody.
static bool is_step_modelled(struct runner *r)
{
    struct machine_run *run = r->run;
    char *name = r->options->guide ? NULL : machine_followed_unmodelled(r->machine);
    if (!name)
        return true;
    forget_failure(run);
    if (!run->cut)
        run->cut = memory_format("what depends on %s has no model", name);
    memory_free(name);
    return false;
}

// Up to its end, or until it is cut. False: something was learnt, it has to be executed again.
static bool execute_program(struct runner *r)
{
    struct machine_run *run = r->run;
    struct schedule_step step = {.kind = OPERATION_NONE, .code = NO_CODE};
    uint32_t number = NO_STEP;
    if (r->options->guide)
        r->options->guide->begin(r->options->guide->context, r->machine);
    enum step_result result = answer_choices(r, machine_start(r->machine), &step);
    for (;;) {
        if (result == STEP_RESTART)
            return false;
        if (result != STEP_DONE || is_run_interrupted(r) || !is_step_modelled(r))
            break;
        take_items(r, number);
        if (run->failed || run->cut)
            break;
        uint32_t next = next_thread(r);
        if (next == NO_THREAD)
            break;
        if (run->schedule.size >= r->options->most_events) {
            run->cut = memory_copy_string("the execution is longer than --max-events");
            run->cut_at = NO_CODE;
            break;
        }
        r->last = next;
        const struct operation *op = machine_next(r->machine, r->last);
        step = (struct schedule_step){r->last, 0, false, op->kind, machine_position(r->machine, r->last)};
        run->waits |= op->await;
        number = run->schedule.size;
        vector_push(&run->schedule, step);
        result = answer_choices(r, machine_step(r->machine, r->last), &step);
    }
    return !machine_must_restart(r->machine) || run->interrupted;
}

static void forget_run(struct machine_run *run)
{
    run->items.size = run->accesses.size = run->step_of_item.size = run->schedule.size = 0;
    run->waits = false;
    memory_free(run->cut);
    run->cut = NULL;
    forget_failure(run);
}

static void take_rest(struct runner *r, struct terms *terms)
{
    struct machine_run *run = r->run;
    uint32_t facts, inputs = term_input_count(terms);
    const struct learnt_fact *learnt = machine_facts(r->machine, &facts);
    run->threads = machine_thread_limit(r->machine);
    run->instructions = machine_statistics(r->machine)->instructions;
    for (uint32_t t = 0; t < run->threads; t++)
        vector_push(&run->thread_names, memory_copy_string(machine_thread_name(r->machine, t)));
    for (uint32_t k = 0; k < facts; k++)
        vector_push(&run->learnt, learnt[k]);
    for (uint32_t k = 0; k < inputs; k++) {
        const struct term_input *i = term_input_get(terms, k);
        bool read = i->maker == FOLLOWED_READS;
        vector_push(&run->input_names, read ? NULL : machine_input_name(r->machine, i->maker, i->number));
        vector_push(&run->input_floats,
                    !read && machine_input_form(r->machine, i->maker, i->number).is_float);
    }
    vector_reserve(&run->values, inputs);
    run->values.size = inputs;
    if (inputs)
        machine_followed_model(r->machine, run->values.data, inputs);
}

struct machine_run *machine_run(const struct program *program, struct terms *terms,
                                const struct machine_run_options *options)
{
    struct runner r = {.program = program, .options = options};
    struct machine_options follow = *options->machine;
    follow.follow = true;
    follow.input_value = drawn_input;
    follow.input_context = &r;
    struct machine_hooks hooks = {
        .context = &r, .report = take_machine_report, .interrupt = is_run_interrupted};
    struct smt_options none = {.caches = true, .slicing = true};
    struct smt *smt = smt_new(terms, &none); // never asked
    r.run = memory_zalloc(1, sizeof *r.run);
    r.machine = machine_new(program, terms, smt, &follow, &hooks);
    machine_add_fact(r.machine, (struct learnt_fact){.kind = LEARNT_REAL_SECTIONS});
    while (!execute_program(&r)) {
        forget_run(r.run);
        r.draws = r.last = 0;
        machine_restart(r.machine);
    }
    take_rest(&r, terms);
    machine_free(r.machine);
    smt_free(smt);
    return r.run;
}

void machine_run_free(struct machine_run *run)
{
    if (!run)
        return;
    forget_run(run);
    vector_free(&run->items);
    vector_free(&run->accesses);
    vector_free(&run->step_of_item);
    vector_free(&run->schedule);
    vector_free(&run->values);
    for (uint32_t t = 0; t < run->thread_names.size; t++)
        memory_free(run->thread_names.data[t]);
    vector_free(&run->thread_names);
    for (uint32_t k = 0; k < run->input_names.size; k++)
        memory_free(run->input_names.data[k]);
    vector_free(&run->input_names);
    vector_free(&run->input_floats);
    vector_free(&run->learnt);
    memory_free(run);
}

// ---- violations

struct exploration_violation machine_run_violation(const struct machine_run *run, struct terms *terms,
                                                   const uint64_t *values)
{
    struct exploration_violation v = {.code = NO_CODE};
    for (uint32_t t = 0; t < run->thread_names.size; t++)
        vector_push(&v.thread_names, memory_copy_string(run->thread_names.data[t]));
    for (uint32_t k = 0; k < run->learnt.size; k++)
        vector_push(&v.learnt, run->learnt.data[k]);
    for (uint32_t k = 0; k < run->values.size; k++) {
        const struct term_input *i = term_input_get(terms, k);
        if (i->maker == FOLLOWED_READS || (i->kind == INPUT_NAN_BITS && !values[k]))
            continue;
        vector_push(&v.inputs, (struct schedule_input){.maker = i->maker,
                                                       .number = i->number,
                                                       .width = i->width,
                                                       .value = values[k],
                                                       .name = memory_copy_string(run->input_names.data[k]),
                                                       .is_float = run->input_floats.data[k]});
    }
    return v;
}

struct discovery {
    struct exploration_violation *violation;
    struct machine *machine;
    bool early;   // whether other steps than the last count, too
    bool last;    // step of the schedule
    double until; // when an early one ends that goes another way
    bool found, overdue;
    uint32_t answered[MACHINE_MAX_THREADS]; // by thread: answers to its choices are used up to this step
};

static uint64_t given_value(void *context, uint64_t maker, uint64_t number, unsigned width)
{
    const struct discovery *d = context;
    for (uint32_t k = 0; k < d->violation->inputs.size; k++) {
        const struct schedule_input *i = &d->violation->inputs.data[k];
        if (i->maker == maker && i->number == number && i->width == width)
            return i->value;
    }
    return 0;
}

static bool takes_too_long(void *context)
{
    struct discovery *d = context;
    d->overdue = d->early && clock_seconds() > d->until;
    return d->overdue;
}

static void discovered(void *context, const struct machine_report *m)
{
    struct discovery *d = context;
    struct exploration_violation *v = d->violation;
    if (m->kind != REPORT_VIOLATION || !(d->last || d->early) || d->found)
        return;
    d->found = true;
    v->property = m->property;
    v->message = memory_copy_string(m->message);
    v->thread = m->thread;
    v->code = m->code;
    uint32_t stack[64], depth = machine_stack(d->machine, m->thread, stack, 64);
    for (uint32_t k = 0; k < depth; k++)
        if (stack[k] != NO_CODE)
            vector_push(&v->stack, stack[k]);
}

// The answer to the next choice of a thread; it may stand behind another thread's step. NULL: there is none.
static const struct schedule_step *next_choice_answer(struct discovery *d, uint32_t thread)
{
    const schedule_vector *schedule = &d->violation->schedule;
    for (uint32_t *k = &d->answered[thread]; *k < schedule->size;) {
        const struct schedule_step *s = &schedule->data[(*k)++];
        if (s->choice && s->thread == thread)
            return s;
    }
    return NULL;
}

static char *discover_step(struct discovery *d, enum step_result result)
{
    while (result == STEP_CHOICE) {
        const struct machine_choice *choice = machine_choice(d->machine);
        const struct schedule_step *answer = choice->branch ? NULL : next_choice_answer(d, choice->thread);
        if (!answer || answer->alternative >= choice->count)
            return memory_copy_string("a choice that was not recorded");
        result = machine_choose(d->machine, answer->alternative);
    }
    return result == STEP_DONE ? NULL : memory_copy_string("the machine stopped within a step");
}

// Leaves the first steps, and the answers to choices in them.
static void cut_schedule(struct exploration_violation *v, uint32_t count)
{
    while (count < v->schedule.size && v->schedule.data[count].choice)
        count++;
    v->schedule.size = count;
}

static char *discover(struct discovery *d)
{
    const schedule_vector *schedule = &d->violation->schedule;
    uint32_t last = schedule->size;
    for (uint32_t k = 0; k < schedule->size; k++)
        if (!schedule->data[k].choice)
            last = k;
    d->last = last == schedule->size;
    char *why = discover_step(d, machine_start(d->machine));
    for (uint32_t k = 0; k < schedule->size && !why; k++) {
        const struct schedule_step *s = &schedule->data[k];
        if (s->choice)
            continue;
        d->last = k == last;
        if (s->thread >= machine_thread_limit(d->machine) || !machine_enabled(d->machine, s->thread))
            return memory_format("step %u: thread %u cannot go on", k, s->thread);
        if (machine_next(d->machine, s->thread)->kind != s->kind ||
            machine_position(d->machine, s->thread) != s->code)
            return memory_format("step %u: thread %u stands at another operation", k, s->thread);
        why = discover_step(d, machine_step(d->machine, s->thread));
        if (d->found && k < last) {
            cut_schedule(d->violation, k + 1);
            break;
        }
    }
    return why;
}

// Behind the schedule, what the thread does until it fails.
static char *discover_alone(struct discovery *d, uint32_t thread)
{
    enum { MOST_STEPS = 1000 };
    char *why = NULL;
    d->last = true;
    for (uint32_t k = 0; k < MOST_STEPS && !d->found && !why; k++) {
        if (thread >= machine_thread_limit(d->machine) || !machine_enabled(d->machine, thread))
            break;
        vector_push(&d->violation->schedule,
                    (struct schedule_step){thread, 0, false, machine_next(d->machine, thread)->kind,
                                           machine_position(d->machine, thread)});
        why = discover_step(d, machine_step(d->machine, thread));
    }
    return why;
}

bool machine_run_discover(const struct program *program, const struct machine_options *options, double early,
                          uint32_t alone, struct exploration_violation *violation, char **why, bool *overdue)
{
    struct discovery d = {.violation = violation, .early = early > 0, .until = clock_seconds() + early};
    struct machine_options concrete = *options;
    concrete.concrete = true;
    concrete.input_value = given_value;
    concrete.input_context = &d;
    struct machine_hooks hooks = {.context = &d, .report = discovered, .interrupt = takes_too_long};
    struct terms *terms = terms_new();
    struct smt_options none = {.caches = true, .slicing = true};
    struct smt *smt = smt_new(terms, &none);
    d.machine = machine_new(program, terms, smt, &concrete, &hooks);
    for (uint32_t k = 0; k < violation->thread_names.size; k++)
        machine_intern_thread(d.machine, violation->thread_names.data[k]);
    for (uint32_t k = 0; k < violation->learnt.size; k++)
        machine_add_fact(d.machine, violation->learnt.data[k]);
    *why = discover(&d);
    if (!*why && alone != NO_THREAD)
        *why = discover_alone(&d, alone);
    *overdue = d.overdue && !d.found;
    if (!*why && !d.found)
        *why = memory_copy_string("the execution passes");
    machine_free(d.machine);
    smt_free(smt);
    terms_free(terms);
    return d.found;
}
