// A search's life: making it, exploring under one limit after another, its result.
#include "explore/search.h"
#include "explore/budget.h"
#include "explore/carried.h"
#include "explore/checkpoint.h"
#include "explore/order.h"
#include "explore/origins.h"
#include "explore/parallel.h"

#include "base/bit_array.h"
#include "base/clock.h"
#include "base/failure.h"
#include "machine/describe.h"

// ---- hooks

static bool interrupt_step(void *context)
{
    struct search *s = context;
    budget_check(s);
    return s->stop;
}

static void report_unless_trying(void *context, const struct machine_report *r)
{
    struct search *s = context;
    if (!s->trying)
        search_report(s, r);
}

static void output_unless_trying(void *context, int fd, const char *bytes, size_t count)
{
    struct search *s = context;
    if (s->trying)
        return;
    if ((!s->output_shown || s->options->all_output) && s->options->output)
        s->options->output(s->options->context, fd, bytes, count);
}

static bool event_may_be_last(void *context, uint32_t last, const uint32_t *others, uint32_t count)
{
    const struct search *s = context;
    return s->trying || order_may_be_last(s, last, others, count); // quietly made steps are no events
}

// ---- exploring

static bool explores_again(struct search *s)
{
    if (!s->reduction->again || !s->reduction->again(s))
        return false;
    search_restart(s);
    return true;
}

// One search, or as many as the reduction asks for.
static void explore_limits(struct search *s)
{
    do
        search_explore(s);
    while (!s->paused && !s->stop && explores_again(s));
}

// ---- making and ending

static enum exploration_verdict verdict(const struct exploration *e)
{
    if (e->violations.size)
        return VERDICT_VIOLATION;
    return e->reasons.size || e->bounded || e->internal_error ? VERDICT_INCONCLUSIVE : VERDICT_SAFE;
}

// Where no execution satisfies the assumptions, that nothing fails says nothing of what follows them.
static void warn_if_vacuous(struct search *s)
{
    struct exploration *e = s->result;
    const struct exploration_counters *c = &e->counters;
    uint64_t feasible = c->complete + c->blocked + e->before.complete + e->before.blocked + e->states;
    e->vacuous = e->verdict == VERDICT_SAFE && s->failed_assumption != NO_CODE && feasible == 0;
    if (e->vacuous)
        exploration_warn(
            e, s->failed_assumption,
            "in every execution an assumption does not hold, as here: what would follow was not checked");
}

// SV-COMP's programs assume by a function that aborts, which is a violation like any other abort.
static void warn_of_assuming_aborts(struct search *s)
{
    const struct exploration *e = s->result;
    const struct program *p = s->program;
    uint32_t assume = program_find_function(p, "assume_abort_if_not");
    for (uint32_t k = 0; assume != NO_FUNCTION && k < e->violations.size; k++) {
        const struct exploration_violation *v = &e->violations.data[k];
        if (v->property == PROPERTY_ABORT && v->code < p->code_count &&
            program_function_at(p, v->code) == assume)
            exploration_warn(s->result, v->code,
                             "abort() in assume_abort_if_not is an assumption in SV-COMP's programs: with "
                             "--property=assertion aborts are not looked for");
    }
}

// Frees all but the result and what describes the search.
static void release_state(struct search *s)
{
    pruning_free(s->pruning);
    machine_free(s->machine);
    smt_free(s->smt);
    terms_free(s->terms);
    s->reduction->free(s);
    labels_free(&s->labels);
    outcomes_free(&s->outcomes);
    trace_free(&s->trace);
    data_race_free(s->races);
    slicing_free(s->slicing);
    vector_free(&s->points);
    vector_free(&s->schedule);
    vector_free(&s->guides);
    frontier_free(s);
    origins_end(s);
    s->pruning = NULL;
    s->machine = NULL;
    s->smt = NULL;
    s->terms = NULL;
    s->races = NULL;
    s->slicing = NULL;
}

static const struct reduction *const reductions[] = {
    [POR_NONE] = &reduction_none,      [POR_CLASSIC] = &reduction_classic, [POR_SOURCE] = &reduction_source,
    [POR_OPTIMAL] = &reduction_source, [POR_RANDOM] = &reduction_random,   [POR_STATES] = &reduction_states,
};

const struct reduction *search_reduction(const struct exploration_options *options)
{
    bool limited = options->preemption_limit || options->iterative;
    return limited ? &reduction_bounded : reductions[options->por];
}

// What is known from elsewhere, for replays.
static void add_known_places(struct search *s)
{
    const struct slicing_known *known = s->slicing ? s->options->known : NULL;
    if (!known)
        return;
    machine_add_fact(s->machine, (struct learnt_fact){.kind = LEARNT_PLACES});
    for (uint32_t code = 0; code < s->program->code_count; code++) {
        if (bit_array_has(known->places, code))
            machine_add_fact(s->machine, (struct learnt_fact){.kind = LEARNT_PLACE, .what = code});
        if (bit_array_has(known->unreached, code))
            machine_add_fact(s->machine, (struct learnt_fact){.kind = LEARNT_UNREACHED, .what = code});
    }
}

struct exploration_options search_options_beside(const struct exploration_options *options)
{
    struct exploration_options beside = *options;
    beside.prune = beside.prune_late = false;
    beside.max_executions = 0;
    beside.progress = NULL;
    beside.output = NULL;
    beside.restarted = NULL;
    beside.keep = NULL;
    beside.checkpoint = NULL;
    beside.keep_summaries = NULL;
    beside.carried = NULL;
    return beside;
}

struct search *search_new(const struct program *program, const struct exploration_options *options,
                          double start)
{
    struct search *s = memory_zalloc(1, sizeof *s);
    struct exploration *e = memory_zalloc(1, sizeof *e);
    *s = (struct search){
        .program = program, .options = options, .result = e, .start = start, .failed_assumption = NO_CODE};
    struct smt_options smt_options = {.query_milliseconds = options->solver_milliseconds,
                                      .memory = options->max_memory,
                                      .interrupt = options->interrupt,
                                      .caches = true,
                                      .slicing = true};
    struct machine_hooks hooks = {.context = s,
                                  .report = report_unless_trying,
                                  .output = output_unless_trying,
                                  .interrupt = interrupt_step,
                                  .may_be_last = event_may_be_last};
    s->reduction = search_reduction(options);
    s->terms = terms_new();
    s->smt = smt_new(s->terms, &smt_options);
    struct machine_options machine_options = options->machine;
    bool dynamic = options->slice == SLICE_DYNAMIC;
    double before = clock_seconds();
    if (s->reduction == &reduction_states) {
        machine_options.rounds = true;
        machine_options.unread_writes = machine_options.peek = machine_options.commute = false;
    } else if (options->slice != SLICE_OFF && slicing_helps(machine_options.properties)) {
        s->slicing = slicing_new(program, machine_options.properties, machine_options.stack_size, dynamic,
                                 options->known);
        machine_options.watch = dynamic;
        machine_options.relevance = slicing_relevance(s->slicing);
    }
    bool prunes = pruning_applies(options, &e->not_pruned);
    if (prunes) {
        // Which writes are open, which sections are private, and who has arrived at a barrier, is more than
        // memory and registers say.
        machine_options.journal = true;
        machine_options.footprints = options->keep_summaries || options->keep;
        machine_options.unread_writes = machine_options.peek = machine_options.arrivals = false;
        // At a cut, races are looked for along happens-before with the edges between beginnings.
        machine_options.interchange &= !(machine_options.properties & 1u << PROPERTY_DATA_RACE);
    }
    machine_options.interchange &= s->reduction == &reduction_source;
    e->analysis_seconds = clock_seconds() - before;
    s->machine = machine_new(program, s->terms, s->smt, &machine_options, &hooks);
    if (prunes)
        s->pruning = pruning_new(s, &machine_options);
    add_known_places(s);
    if (!machine_options.peek) // replays have to know
        machine_add_fact(s->machine, (struct learnt_fact){.kind = LEARNT_REAL_SECTIONS});
    if (machine_options.rounds)
        machine_add_fact(s->machine, (struct learnt_fact){.kind = LEARNT_FAINT});
    if (s->slicing)
        machine_add_fact(s->machine, (struct learnt_fact){.kind = LEARNT_SLICED, .what = dynamic});
    trace_init(&s->trace);
    s->races = options->machine.properties & 1u << PROPERTY_DATA_RACE ? data_race_new() : NULL;
    s->trace.collect_races = s->reduction->collects_races;
    labels_init(&s->labels);
    outcomes_init(&s->outcomes);
    s->reduction->init(s);
    return s;
}

struct search *search_new_if_possible(const struct program *program,
                                      const struct exploration_options *options, double start)
{
    struct search *volatile made = NULL;
    jmp_buf guard, *outer = failure_guard(&guard);
    enum failure failure = (enum failure)setjmp(guard);
    if (failure == FAILURE_NONE)
        made = search_new(program, options, start);
    failure_guard(outer);
    if (failure == FAILURE_CONTRADICTION)
        failure_contradiction(failure_what());
    return made;
}

bool search_guarded(struct search *s, void (*work)(struct search *s, void *context), void *context)
{
    jmp_buf guard, *outer = failure_guard(&guard);
    enum failure failure = (enum failure)setjmp(guard);
    if (failure == FAILURE_NONE)
        work(s, context);
    failure_guard(outer);
    if (failure == FAILURE_CONTRADICTION)
        failure_contradiction(failure_what());
    return failure == FAILURE_NONE;
}

struct plain_work {
    void (*run)(struct search *s);
};

static void run_plain(struct search *s, void *context)
{
    const struct plain_work *work = context;
    work->run(s);
}

static bool has_memory(struct search *s, void (*run)(struct search *s))
{
    struct plain_work work = {run};
    return search_guarded(s, run_plain, &work);
}

bool search_continue(struct search *s, const struct patience *patience)
{
    s->patience = patience;
    if (!s->out_of_memory && !has_memory(s, explore_limits))
        search_exhaust(s);
    s->patience = NULL;
    return !s->paused;
}

void search_exhaust(struct search *s)
{
    s->out_of_memory = s->stop = s->result->bounded = s->result->out_of_budget = true;
    s->paused = false;
}

static void take_statistics(struct search *s)
{
    struct exploration *e = s->result;
    e->nothing_to_check = s->slicing && slicing_has_nothing_to_check(s->slicing);
    if (s->machine) {
        e->machine = *machine_statistics(s->machine);
        e->alone = machine_thread_limit(s->machine) <= 1;
    }
    if (s->smt)
        e->solver = *smt_statistics(s->smt);
    if (s->pruning)
        e->summaries = pruning_statistics(s->pruning);
    parallel_end(s);
}

static void take_checkpoint(struct search *s)
{
    const struct exploration_options *o = s->options;
    s->resumed =
        o->checkpoint ? checkpoint_take(s, o->checkpoint) : s->pruning && carried_take(s, o->carried);
}

bool search_resume(struct search *s)
{
    return has_memory(s, take_checkpoint) && s->resumed;
}

void search_keep(struct search *s)
{
    has_memory(s, checkpoint_keep); // without, the last one that was kept will do
}

static void pass_on_summaries(struct search *s)
{
    carried_keep(s);
}

struct exploration *search_end(struct search *s)
{
    struct exploration *e = s->result;
    if (s->stop)
        search_keep(s);
    has_memory(s, pass_on_summaries);
    take_statistics(s);
    e->bounded |= e->counters.bounded > 0;
    release_state(s); // replays need the memory
    bool confirmed = has_memory(s, search_confirm);
    search_drop_unconfirmed(s);
    if (s->out_of_memory || !confirmed)
        search_add_reason(s, NO_CODE, BUDGET_MEMORY_RAN_OUT);
    e->verdict = verdict(e);
    warn_if_vacuous(s);
    warn_of_assuming_aborts(s);
    e->seconds = clock_seconds() - s->start - e->analysis_seconds;
    memory_free(s);
    return e;
}

void search_abandon(struct search *s)
{
    parallel_end(s);
    release_state(s); // which still sorts the result's origins
    exploration_free(s->result);
    memory_free(s);
}
