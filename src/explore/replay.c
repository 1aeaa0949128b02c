#include "explore/atomicity_replay.h"
#include "explore/data_race_replay.h"
#include "explore/livelock_replay.h"
#include "explore/slice_facts.h"
#include "machine/questions.h"
#include "smt/smt.h"

#include <stdio.h>

struct replay {
    const struct exploration_violation *violation;
    const struct replay_hooks *hooks;
    struct machine *machine;
    uint32_t step;                          // of the schedule, the next one
    uint32_t answered[MACHINE_MAX_THREADS]; // by thread: answers to its choices are used up to this step
    bool failed_again;                      // the violation was reported
    char *undecided;                        // why that is not known; NULL: it is
    bool unwind;                            // loops were bounded when it was found
    struct data_race_replay *races;         // NULL: it is no data race
    struct atomicity_replay *atomicity;     // NULL: it is no atomicity violation
    struct livelock_replay *livelock;       // NULL: it is no livelock
    bool again;                             // the cycle of a livelock is gone round once more
};

static uint64_t replay_input_value(void *context, uint64_t maker, uint64_t number, unsigned width)
{
    const struct replay *r = context;
    struct schedule_input none = {.maker = maker, .number = number, .width = width};
    const struct schedule_input *found = &none;
    for (uint32_t k = 0; k < r->violation->inputs.size; k++) {
        const struct schedule_input *i = &r->violation->inputs.data[k];
        if (i->maker == maker && i->number == number && i->width == width)
            found = i;
    }
    if (r->hooks && r->hooks->input)
        r->hooks->input(r->hooks->context, found, r->machine);
    return found->value;
}

static void replay_reported(void *context, const struct machine_report *m)
{
    struct replay *r = context;
    const struct exploration_violation *v = r->violation;
    if (m->kind == REPORT_UNKNOWN && m->property == v->property && !r->undecided)
        r->undecided = memory_copy_string(m->message);
    if (m->kind != REPORT_VIOLATION || m->property != v->property || m->code != v->code)
        return;
    r->failed_again = true;
    if (r->hooks && r->hooks->reported)
        r->hooks->reported(r->hooks->context, r->machine, m);
}

static void noted(void *context, uint32_t thread, uint32_t first)
{
    struct replay *r = context;
    data_race_replay_noted(r->races, r->machine, thread, first);
}

static void stepped(const struct replay *r, uint32_t step)
{
    if (r->hooks && r->hooks->stepped && !r->again)
        r->hooks->stepped(r->hooks->context, step, r->machine);
}

// After a step that began with this operation.
static void look_for_race(struct replay *r, const struct schedule_step *s)
{
    struct violation_access accesses[2];
    if (!r->races || !data_race_replay_step(r->races, r->machine, s, accesses))
        return;
    if (!r->failed_again && r->hooks && r->hooks->raced) {
        char *message = data_race_message(r->races, r->machine, accesses);
        r->hooks->raced(r->hooks->context, accesses, 2, message);
        memory_free(message);
    }
    r->failed_again = true;
}

static void look_for_atomicity_violation(struct replay *r)
{
    const struct violation_access *accesses;
    char *message = NULL;
    if (!r->atomicity || !atomicity_replay_after(r->atomicity, r->machine, &accesses, &message))
        return;
    if (!r->failed_again && r->hooks && r->hooks->raced)
        r->hooks->raced(r->hooks->context, accesses, ATOMICITY_ACCESSES, message);
    memory_free(message);
    r->failed_again = true;
}

static void shown(void *context, const struct machine_access_shown *access)
{
    struct replay *r = context;
    if (r->hooks && r->hooks->shown && !r->again)
        r->hooks->shown(r->hooks->context, r->machine, access);
}

static void hidden(void *context, const struct machine_access_shown *access)
{
    struct replay *r = context;
    if (!r->again)
        r->hooks->hidden(r->hooks->context, r->machine, access);
}

static void replay_output(void *context, int fd, const char *bytes, size_t count)
{
    struct replay *r = context;
    if (r->hooks && r->hooks->output && !r->again)
        r->hooks->output(r->hooks->context, fd, bytes, count);
}

static bool replay_interrupt(void *context)
{
    const struct replay *r = context;
    return r->hooks->interrupt(r->hooks->context, r->machine);
}

static char *diverged(const struct replay *r, const struct schedule_step *s, const char *what)
{
    return memory_format("step %u, thread %u: %s", r->step + 1, s->thread, what);
}

// The answer to the next choice of a thread, NULL if the schedule has none. Answers are found by thread: in
// the schedule they may stand behind another thread's step than the one that led to them here.
static const struct schedule_step *next_recorded_answer(struct replay *r, uint32_t thread)
{
    const struct exploration_violation *v = r->violation;
    for (uint32_t *k = &r->answered[thread]; *k < v->schedule.size;) {
        const struct schedule_step *s = &v->schedule.data[(*k)++];
        if (s->choice && s->thread == thread)
            return s;
    }
    return NULL;
}

// Whether --unwind may have stopped a thread in its last step because of inputs (step_LOOP): they are known
// here, and the thread goes on. What it then does by itself does not matter; the schedule never comes back to
// it.
static bool was_bounded(const struct replay *r, uint32_t thread)
{
    const struct exploration_violation *v = r->violation;
    if (!r->unwind)
        return false;
    for (uint32_t k = r->step; k < v->schedule.size; k++)
        if (!v->schedule.data[k].choice && v->schedule.data[k].thread == thread)
            return false;
    return true;
}

// Answers choices from the schedule until the step is over. NULL: fine.
static char *finish_step(struct replay *r, enum step_result result)
{
    while (result == STEP_CHOICE) {
        const struct machine_choice *choice = machine_choice(r->machine);
        if (choice->branch)
            return memory_format("a branch is undecided although all inputs are known");
        const struct schedule_step *s = next_recorded_answer(r, choice->thread);
        if (!s && !was_bounded(r, choice->thread))
            return memory_format("a choice that the schedule does not answer");
        if (!s) {
            result = machine_choose(r->machine, 0);
            continue;
        }
        if (s->alternative >= choice->count)
            return diverged(r, s, "there are fewer alternatives than the schedule says");
        result = machine_choose(r->machine, s->alternative);
    }
    return result == STEP_DONE ? NULL : memory_format("the machine stopped within a step");
}

// Whether all answers were used: else the execution was another one. One pass over the schedule, however many
// threads there can be.
static char *check_answers(struct replay *r)
{
    const struct exploration_violation *v = r->violation;
    for (uint32_t k = 0; k < v->schedule.size; k++) {
        const struct schedule_step *s = &v->schedule.data[k];
        if (s->choice && s->thread < MACHINE_MAX_THREADS && k >= r->answered[s->thread])
            return diverged(r, s, "the schedule has an answer where there is no choice");
    }
    return NULL;
}

// From the present step to the end.
static char *run_schedule_on(struct replay *r)
{
    const struct exploration_violation *v = r->violation;
    char *why = NULL;
    while (!why && r->step < v->schedule.size) {
        const struct schedule_step *s = &v->schedule.data[r->step];
        if (s->choice) {
            r->step++;
            continue;
        }
        if (s->thread >= machine_thread_limit(r->machine) || !machine_enabled(r->machine, s->thread))
            return diverged(r, s, "the thread cannot go on");
        if (machine_next(r->machine, s->thread)->kind != s->kind ||
            machine_position(r->machine, s->thread) != s->code)
            return diverged(r, s, "the thread stands at another operation");
        if (r->hooks && r->hooks->step && !r->again)
            r->hooks->step(r->hooks->context, r->step, s);
        if (r->atomicity)
            atomicity_replay_before(r->atomicity, r->machine, s->thread);
        if (r->livelock)
            livelock_replay_before(r->livelock, r->step, s->thread);
        enum step_result result = machine_step(r->machine, s->thread);
        r->step++;
        why = finish_step(r, result);
        stepped(r, r->step - 1);
        if (!why) {
            look_for_race(r, s);
            look_for_atomicity_violation(r);
        }
        if (!why && r->livelock)
            livelock_replay_after(r->livelock, s->thread);
    }
    return why ? why : check_answers(r);
}

static char *run_schedule(struct replay *r)
{
    char *why = finish_step(r, machine_start(r->machine));
    stepped(r, NO_STEP);
    if (!why)
        look_for_race(r, NULL);
    return why ? why : run_schedule_on(r);
}

// Goes round the cycle of a livelock once more: it is one if that comes back, too.
static char *run_again(struct replay *r)
{
    r->step = r->violation->cycle.begin;
    r->again = true;
    char *why = run_schedule_on(r);
    r->again = false;
    r->failed_again = !why && livelock_replay_confirms(r->livelock);
    return why;
}

static bool any_enabled(struct machine *m)
{
    for (uint32_t t = 0; t < machine_thread_limit(m); t++)
        if (machine_enabled(m, t) && !machine_spins(m, t))
            return true;
    return false;
}

static void prepare_replay_machine(struct replay *r)
{
    const struct exploration_violation *v = r->violation;
    for (uint32_t k = 0; k < v->thread_names.size; k++)
        machine_intern_thread(r->machine, v->thread_names.data[k]);
    for (uint32_t k = 0; k < v->learnt.size; k++)
        machine_add_fact(r->machine, v->learnt.data[k]);
}

void replay_analysis_free(struct replay_analysis *analysis)
{
    slicing_free(analysis->slicing);
    vector_free(&analysis->learnt);
    *analysis = (struct replay_analysis){0};
}

// Whether what was learnt is how the violation's own list begins.
static bool is_usable_analysis(const struct replay_analysis *a, const struct exploration_violation *v,
                               bool dynamic)
{
    if (!a->slicing || a->dynamic != dynamic || a->learnt.size > v->learnt.size)
        return false;
    for (uint32_t k = 0; k < a->learnt.size; k++)
        if (!learnt_equal(&a->learnt.data[k], &v->learnt.data[k]))
            return false;
    return true;
}

// What was irrelevant when the violation was found. NULL: nothing.
static struct slicing *slicing_of(struct replay_analysis *a, const struct program *program,
                                  const struct machine_options *options,
                                  const struct exploration_violation *v)
{
    bool sliced = false, dynamic = false;
    for (uint32_t k = 0; k < v->learnt.size && !sliced; k++) {
        sliced = v->learnt.data[k].kind == LEARNT_SLICED;
        dynamic = sliced && v->learnt.data[k].what;
    }
    if (!sliced)
        return NULL;
    if (!is_usable_analysis(a, v, dynamic)) {
        replay_analysis_free(a);
        a->slicing = slice_facts_begin(program, options->properties, options->stack_size, dynamic,
                                       v->learnt.data, v->learnt.size);
        a->dynamic = dynamic;
    }
    uint32_t known = a->learnt.size;
    slice_facts_take(a->slicing, v->learnt.data, v->learnt.size, &known);
    for (uint32_t k = a->learnt.size; k < v->learnt.size; k++)
        vector_push(&a->learnt, v->learnt.data[k]);
    return a->slicing;
}

enum replay_outcome replay_run(const struct program *program, const struct machine_options *options,
                               const struct exploration_violation *violation,
                               const struct replay_hooks *hooks, char **why)
{
    struct machine_options concrete = *options;
    if (violation->unwind)
        concrete.unwind = violation->unwind;
    if (violation->most_threads)
        concrete.most_threads = violation->most_threads;
    struct replay r = {.violation = violation, .hooks = hooks, .unwind = machine_bounds_loops(&concrete)};
    concrete.concrete = true;
    concrete.input_value = replay_input_value;
    concrete.input_context = &r;
    struct machine_hooks machine_hooks = {.context = &r, .report = replay_reported, .output = replay_output};
    if (hooks && hooks->shown)
        machine_hooks.shown = shown;
    if (hooks && hooks->hidden)
        machine_hooks.hidden = hidden;
    if (hooks && hooks->interrupt)
        machine_hooks.interrupt = replay_interrupt;
    if (violation->property == PROPERTY_DATA_RACE) {
        machine_hooks.noted = noted;
        r.races = data_race_replay_new(program, violation);
    }
    if (violation->property == PROPERTY_ATOMICITY)
        r.atomicity = atomicity_replay_new(program, violation);
    struct replay_analysis own = {0};
    struct slicing *slicing =
        slicing_of(hooks && hooks->analysis ? hooks->analysis : &own, program, options, violation);
    if (slicing)
        concrete.relevance = slicing_relevance(slicing);
    struct terms *terms = terms_new();
    struct smt_options smt_options = {.caches = true, .slicing = true};
    struct smt *smt = smt_new(terms, &smt_options);
    r.machine = machine_new(program, terms, smt, &concrete, &machine_hooks);
    prepare_replay_machine(&r);
    if (violation->property == PROPERTY_LIVELOCK)
        r.livelock = livelock_replay_new(program, violation, r.machine);
    char *different = run_schedule(&r);
    if (!different && r.livelock)
        different = run_again(&r);
    if (!different && violation->property == PROPERTY_DEADLOCK)
        r.failed_again = !any_enabled(r.machine) && machine_deadlocked(r.machine);
    bool at_end = violation->property == PROPERTY_LEAK || violation->property == PROPERTY_THREAD_LEAK;
    if (!different && at_end && !any_enabled(r.machine))
        machine_end(r.machine);
    if (hooks && hooks->end)
        hooks->end(hooks->context, r.machine);
    data_race_replay_free(r.races);
    atomicity_replay_free(r.atomicity);
    livelock_replay_free(r.livelock);
    machine_free(r.machine);
    replay_analysis_free(&own);
    smt_free(smt);
    terms_free(terms);
    enum replay_outcome outcome = r.failed_again ? REPLAY_CONFIRMED
                                  : different    ? REPLAY_DIVERGED
                                  : r.undecided  ? REPLAY_UNDECIDED
                                                 : REPLAY_NOT_CONFIRMED;
    char *reason = outcome == REPLAY_UNDECIDED ? r.undecided : different;
    memory_free(outcome == REPLAY_UNDECIDED ? different : r.undecided);
    if (why)
        *why = reason;
    else
        memory_free(reason);
    return outcome;
}
