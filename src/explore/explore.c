#include "explore/budget.h"
#include "explore/order.h"
#include "explore/search.h"

#include "base/failure.h"
#include "base/hash.h"

// ---- hooks

static bool interrupt_step(void *context)
{
    struct search *s = context;
    budget_check(s);
    return s->stop;
}

static void report(void *context, const struct machine_report *r)
{
    struct search *s = context;
    if (!s->quiet)
        search_report(s, r);
}

static void output(void *context, int fd, const char *bytes, size_t count)
{
    struct search *s = context;
    if (s->quiet)
        return;
    if ((!s->output_shown || s->options->all_output) && s->options->output)
        s->options->output(s->options->context, fd, bytes, count);
}

static bool may_be_last(void *context, uint32_t last, const uint32_t *others, uint32_t count)
{
    const struct search *s = context;
    return s->quiet || order_may_be_last(s, last, others, count); // quietly made steps are no events
}

// ---- states

struct thread_set search_enabled(const struct search *s)
{
    struct thread_set set = {{0}};
    uint32_t alone;
    if (machine_atomic(s->machine, &alone)) {
        thread_set_add(&set, alone);
        return set;
    }
    for (uint32_t t = 0; t < machine_thread_limit(s->machine); t++)
        if (machine_enabled(s->machine, t))
            thread_set_add(&set, t);
    return set;
}

uint32_t search_prefer(const struct search *s, const struct thread_set *set)
{
    struct thread_set none = {{0}};
    if (s->trace.events.size && thread_set_has(set, vector_last(&s->trace.events).thread))
        return vector_last(&s->trace.events).thread;
    return thread_set_first_without(set, &none);
}

// Assumes what a step is to decide; where that is not known to be possible, nothing, and all is decided anew.
static uint32_t assume_guide(struct search *s, uint32_t guide)
{
    const struct machine_decision *decisions;
    uint32_t count;
    if (guide == OUTCOME_ANY || guide == OUTCOME_NONE)
        return guide;
    struct machine_mark mark = machine_mark(s->machine);
    decisions = outcome_get(&s->reduction.outcomes, guide, &count);
    for (uint32_t k = 0; k < count; k++)
        if (decisions[k].branch && !machine_assume(s->machine, &decisions[k])) {
            machine_undo(s->machine, &mark);
            return OUTCOME_ANY;
        }
    return guide;
}

enum step_result search_execute(struct search *s, uint32_t thread, uint32_t node, bool alone, uint32_t guide)
{
    const struct operation *op = machine_next(s->machine, thread);
    s->step = (struct present_step){.thread = thread,
                                    .code = machine_position(s->machine, thread),
                                    .kind = op->kind,
                                    .known_accesses = op->access_count,
                                    .may_block = machine_may_block(op),
                                    .lock_holder = machine_lock_holder(s->machine, op),
                                    .node = node,
                                    .alone = alone,
                                    .guide = guide};
    vector_push(&s->schedule, (struct schedule_step){thread, 0, false, op->kind, s->step.code});
    s->step.guide = assume_guide(s, guide);
    return machine_step(s->machine, thread);
}

uint32_t search_push_node(struct search *s, struct node node)
{
    const struct sleepers *sleepers = &s->reduction.sleepers;
    node.machine = machine_mark(s->machine);
    node.trace = trace_mark(&s->trace);
    node.schedule = s->schedule.size;
    node.preemptions = s->preemptions;
    node.sleep = (struct sleep_span){sleepers->begin, sleepers->stack.size};
    node.inherited = node.sleep.end;
    vector_push(&s->nodes, node);
    pruning_push(s, &node);
    return s->nodes.size - 1;
}

// At the end of an execution: what kind was it?
static void count_execution(struct search *s)
{
    struct exploration_counters *c = &s->result->counters;
    bool bounded = false, infeasible = false, complete = true;
    for (uint32_t t = 0; t < machine_thread_limit(s->machine); t++) {
        enum thread_status status = machine_status(s->machine, t);
        bounded |= status == THREAD_BOUNDED || status == THREAD_UNMODELLED;
        if (status == THREAD_ASSUME && s->assumption == NO_FUNCTION)
            s->assumption = machine_user_position(s->machine, t);
        // A thread that has gone round a loop which, by now, it could have left: the same execution without
        // that round is explored too. It goes on to its end all the same, since what it does races with that
        // round.
        infeasible |=
            status == THREAD_ASSUME || (status == THREAD_AWAIT && machine_await_outdated(s->machine, t));
        complete &= status == THREAD_ENDED || status == THREAD_AT_EXIT || status == THREAD_ABSENT;
    }
    bool deadlock = machine_deadlocked(s->machine);
    if (bounded)
        c->bounded++;
    else if (infeasible)
        c->infeasible++;
    else if (deadlock)
        c->blocked++;
    else
        c->complete++;
    if (deadlock)
        search_report_deadlock(s);
    machine_end(s->machine);
    if (s->options->finished && !machine_frozen(s->machine)) // else it is only a prefix of one
        s->options->finished(s->options->context, complete,
                             trace_hash(&s->trace) + machine_joined_hash(s->machine),
                             machine_state_hash(s->machine));
    s->output_shown = true;
}

static uint64_t choices_hash(const struct machine_decision *decisions, uint32_t count)
{
    uint64_t hash = 0;
    for (uint32_t k = 0; k < count; k++)
        if (!decisions[k].branch && !decisions[k].joined)
            hash = hash_combine(hash, decisions[k].alternative + 1);
    return hash;
}

// The step's event becomes part of the trace.
static void add_event(struct search *s)
{
    struct machine *m = s->machine;
    const struct access *accesses;
    const struct machine_decision *decisions;
    uint32_t count = machine_event_accesses(m, &accesses), decided = machine_decisions(m, &decisions);
    struct event event = {.thread = s->step.thread,
                          .node = s->step.alone ? NO_EVENT : s->step.node,
                          .code = s->step.code,
                          .kind = s->step.kind,
                          .choices = choices_hash(decisions, decided),
                          .may_block = s->step.may_block,
                          .lock_holder = s->step.lock_holder};
    if (source_is_on(s) || (s->pruning && s->por != POR_NONE))
        event.footprint =
            machine_frozen(m) ? FOOTPRINT_ALL : footprint_intern(&s->reduction.footprints, accesses, count);
    if (source_is_on(s))
        event.outcome = outcome_intern(&s->reduction.outcomes, decisions, decided);
    trace_add(&s->trace, event, accesses, count);
    pruning_executed(s);
    s->result->counters.events++;
    if (s->trace.events.size > s->result->counters.max_depth)
        s->result->counters.max_depth = s->trace.events.size;
}

// The alternatives of this step that were chosen (and of those before it) lead somewhere.
static void mark_choices(struct search *s)
{
    for (uint32_t k = s->nodes.size; k-- > 0 && s->nodes.data[k].choice;)
        s->nodes.data[k].survived = true;
}

// The step is over. (The first step, before any thread was chosen, has no event.) False: the execution is
// redundant.
static bool finish_event(struct search *s)
{
    const struct machine_edge *edges;
    uint32_t edge_count = machine_edges(s->machine, &edges);
    bool classic = s->por == POR_CLASSIC, goes_on = true;
    if (s->step.kind != OPERATION_NONE) {
        if (classic)
            classic_executed(s);
        add_event(s);
        goes_on = !source_is_on(s) || source_executed(s);
    }
    if (goes_on)
        mark_choices(s);
    for (uint32_t k = 0; k < edge_count; k++)
        trace_edge(&s->trace, edges[k].from, edges[k].to);
    if (classic)
        classic_update(s);
    race_executed(s);
    return goes_on;
}

// Whether executing the thread now takes the processor from one that could go on.
static bool preempts(const struct search *s, const struct thread_set *enabled, uint32_t thread)
{
    if (!s->trace.events.size)
        return false;
    uint32_t last = vector_last(&s->trace.events).thread;
    return last != thread && thread_set_has(enabled, last);
}

// The threads that may go on under the limit of preemptions.
static struct thread_set within_limit(struct search *s, const struct thread_set *enabled)
{
    struct thread_set set = {{0}};
    if (!s->preemption_limit || s->preemptions + 1 < s->preemption_limit)
        return *enabled;
    for (uint32_t t = 0; t < machine_thread_limit(s->machine); t++)
        if (thread_set_has(enabled, t) && !preempts(s, enabled, t))
            thread_set_add(&set, t);
    s->preemption_cut |= thread_set_count(&set) < thread_set_count(enabled);
    return set;
}

enum execution_end { END_MAXIMAL, END_ASLEEP, END_CUT };

// In a state: chooses a thread and lets it execute. False: the execution is over, in the way *end.
static bool go_on(struct search *s, enum step_result *result, enum execution_end *end)
{
    pruning_state(s);
    if (source_is_on(s)) {
        enum source_step step = source_go_on(s, result);
        *end = step == SOURCE_ASLEEP ? END_ASLEEP : step == SOURCE_CUT ? END_CUT : END_MAXIMAL;
        return step == SOURCE_WENT_ON;
    }
    struct thread_set enabled = search_enabled(s);
    uint32_t count = thread_set_count(&enabled);
    if (count == 0)
        return false;
    if (pruning_cuts(s, &enabled, NULL)) {
        *end = END_CUT;
        return false;
    }
    uint32_t thread = search_prefer(s, &enabled), node = NO_NODE;
    if (count > 1 || pruning_marks(s)) {
        struct node n = {.enabled = enabled};
        if (s->por == POR_NONE)
            n.backtrack = within_limit(s, &enabled);
        else
            thread_set_add(&n.backtrack, thread);
        thread_set_add(&n.done, thread);
        node = search_push_node(s, n);
    }
    *result = search_execute(s, thread, node, count == 1, OUTCOME_ANY);
    return true;
}

// ---- the search

static void record_choice(struct search *s, uint32_t alternative)
{
    // Of which store was the last the schedule itself tells: no other execution makes that choice.
    if (machine_choice(s->machine)->order)
        return;
    uint32_t thread = machine_choice(s->machine)->thread;
    vector_push(&s->schedule, (struct schedule_step){thread, alternative, true, s->step.kind, s->step.code});
}

// The next of the step's choices is answered by its guide. False: there is none, or it does not fit.
static bool guided_alternative(struct search *s, enum step_result *result)
{
    const struct machine_choice *choice = machine_choice(s->machine);
    uint32_t guide = s->step.guide, count;
    if (guide == OUTCOME_ANY || guide == OUTCOME_NONE || choice->branch || choice->joined)
        return false;
    const struct machine_decision *decisions = outcome_get(&s->reduction.outcomes, guide, &count);
    uint32_t k = s->step.answered;
    while (k < count && decisions[k].branch)
        k++;
    if (k == count || decisions[k].alternative >= choice->count)
        return false;
    s->step.answered = k + 1;
    record_choice(s, decisions[k].alternative);
    *result = machine_choose(s->machine, decisions[k].alternative);
    return true;
}

// `branch`: it gets a summary (pruning_at_branch).
static enum step_result first_alternative(struct search *s, bool branch)
{
    enum step_result result;
    if (guided_alternative(s, &result))
        return result;
    const struct machine_choice choice = *machine_choice(s->machine);
    if (!choice.joined)
        s->step.guide = OUTCOME_ANY;
    wakeup_drop(&s->reduction.wakeups, &s->reduction.wakeup);
    search_push_node(s, (struct node){.choice = true,
                                      .step = s->step,
                                      .count = choice.count,
                                      .branch = choice.branch,
                                      .summarised = branch});
    if (!choice.branch)
        record_choice(s, 0);
    return machine_choose(s->machine, 0);
}

static void restore(struct search *s, const struct node *node)
{
    machine_undo(s->machine, &node->machine);
    trace_undo(&s->trace, &node->trace);
    s->schedule.size = node->schedule;
    s->preemptions = node->preemptions;
    source_restored(s, node);
}

// Executes what is left to explore from the node on top of the stack (state restored). False: nothing.
static bool next_child(struct search *s, struct node *node, enum step_result *result)
{
    uint32_t index = s->nodes.size - 1;
    if (node->choice) {
        if (++node->alternative == node->count) {
            s->result->counters.sleep_blocked += !node->survived;
            return false;
        }
        s->step = node->step;
        if (!node->branch)
            record_choice(s, node->alternative);
        *result = machine_choose(s->machine, node->alternative);
        return true;
    }
    if (source_is_on(s))
        return source_next(s, index, result);
    uint32_t thread = thread_set_first_without(&node->backtrack, &node->done);
    if (thread == MACHINE_MAX_THREADS)
        return false;
    thread_set_add(&node->done, thread);
    s->preemptions += preempts(s, &node->enabled, thread);
    *result = search_execute(s, thread, index, false, OUTCOME_ANY);
    return true;
}

// Goes back to the newest choice point with something left to explore. False: there is none.
static bool backtrack(struct search *s, enum step_result *result)
{
    while (s->nodes.size && !s->stop) {
        struct node *node = &vector_last(&s->nodes);
        restore(s, node);
        if (next_child(s, node, result))
            return true;
        pruning_pop(s);
        node = &vector_last(&s->nodes);
        source_pop(s, node);
        s->nodes.size--;
    }
    return false;
}

// Back to before the first step; what was learnt is kept.
static void rewind_search(struct search *s)
{
    const uint64_t *learnt;
    uint32_t count = machine_shared(s->machine, &learnt);
    if (s->slicing)
        slicing_learn(s->slicing, learnt, count);
    machine_restart(s->machine);
    pruning_restart(s);
    source_restart(s);
    trace_free(&s->trace);
    trace_init(&s->trace);
    s->trace.collect_races = source_is_on(s);
    s->nodes.size = s->schedule.size = 0;
    s->restart = false;
    s->preemptions = 0;
}

static void restart(struct search *s)
{
    s->work_before += budget_lost_work(s);
    rewind_search(s);
    struct exploration_counters *c = &s->result->counters;
    *c = (struct exploration_counters){.restarts = c->restarts + 1};
    if (s->options->restarted)
        s->options->restarted(s->options->context);
}

// The present execution goes no further.
static void end_execution(struct search *s, enum execution_end end)
{
    struct exploration_counters *c = &s->result->counters;
    const struct node *top = s->nodes.size ? &vector_last(&s->nodes) : NULL;
    static const enum pruning_end ends[] = {
        [END_MAXIMAL] = PRUNING_MAXIMAL, [END_ASLEEP] = PRUNING_ASLEEP, [END_CUT] = PRUNING_CUT};
    pruning_end(s, ends[end]);
    if (source_is_on(s))
        source_finish(s);
    switch (end) {
    case END_CUT: c->partial++; break;
    case END_MAXIMAL: count_execution(s); break;
    case END_ASLEEP: // one that was cut in a choice is counted where the choice ends
        c->sleep_blocked += !top || !top->choice || top->trace.events + 1 != s->trace.events.size;
        break;
    }
    budget_check_executions(s);
}

static enum step_result start(struct search *s)
{
    s->step = (struct present_step){.code = NO_FUNCTION, .node = NO_NODE, .guide = OUTCOME_ANY};
    return machine_start(s->machine);
}

// After the end of one. False: there is none.
static bool next_execution(struct search *s, enum step_result *result)
{
    bool more = backtrack(s, result);
    if (!machine_must_restart(s->machine)) // learnt at the end, or while a reversal was tried
        return more;
    restart(s);
    *result = start(s);
    return true;
}

// To the end, or until it pauses; and on from there.
static void run(struct search *s)
{
    enum step_result result = STEP_DONE;
    bool branch, resumed = s->paused;
    s->paused = false;
    if (!resumed)
        result = start(s);
    else if (!next_execution(s, &result))
        return;
    while (!s->stop) {
        if ((++s->ticks & 255) == 0)
            budget_check(s);
        switch (result) {
        case STEP_CHOICE:
            branch = pruning_at_branch(s);
            if (branch && pruning_covers_branch(s))
                break;
            result = first_alternative(s, branch);
            continue;
        case STEP_INTERRUPTED: continue; // s->stop is set
        case STEP_RESTART:
            restart(s);
            result = start(s);
            continue;
        case STEP_DONE: break;
        }
        enum execution_end end = finish_event(s) ? END_MAXIMAL : END_ASLEEP;
        if (result == STEP_CHOICE && end == END_MAXIMAL) {
            pruning_pay(s);
            end = END_CUT;
        }
        if (s->stop)
            break;
        if (s->restart) {
            restart(s);
            result = start(s);
            continue;
        }
        if (end == END_MAXIMAL && go_on(s, &result, &end))
            continue;
        end_execution(s, end);
        if (s->paused || !next_execution(s, &result))
            return;
    }
    if (!s->result->bounded) // stopped at a violation: that execution counts too
        s->result->counters.complete++;
}

// One search, or one for each limit of preemptions.
static void run_limited(struct search *s)
{
    uint64_t limit = s->options->preemption_limit;
    s->preemption_limit = s->options->iterative ? 1 : limit;
    for (;;) {
        s->preemption_cut = false;
        run(s);
        if (s->paused)
            return;
        if (s->stop || !s->preemption_cut || s->preemption_limit == limit)
            break;
        s->preemption_limit++;
        rewind_search(s);
    }
    if (s->preemption_cut && !s->stop) {
        s->result->bounded = true;
        search_add_reason(s, NO_FUNCTION, "schedules with more preemptions were left out (--preemptions)");
    }
}

// ---- making and ending

static enum exploration_verdict verdict(const struct exploration *e)
{
    if (e->violations.size)
        return VERDICT_VIOLATION;
    return e->reasons.size || e->bounded || e->internal_error ? VERDICT_INCONCLUSIVE : VERDICT_SAFE;
}

// Where no execution satisfies the assumptions, that nothing fails says nothing.
static void warn_if_vacuous(struct search *s)
{
    struct exploration *e = s->result;
    const struct exploration_counters *c = &e->counters;
    e->vacuous = e->verdict == VERDICT_SAFE && s->assumption != NO_FUNCTION && c->complete + c->blocked == 0;
    if (e->vacuous)
        exploration_warn(e, s->assumption,
                         "nothing was checked: in every execution an assumption does not hold, as here");
}

// Frees all but the result and what tells of the search.
static void release_state(struct search *s)
{
    pruning_free(s->pruning);
    machine_free(s->machine);
    smt_free(s->smt);
    terms_free(s->terms);
    source_free(s);
    trace_free(&s->trace);
    race_free(s->races);
    slicing_free(s->slicing);
    vector_free(&s->nodes);
    vector_free(&s->schedule);
    s->pruning = NULL;
    s->machine = NULL;
    s->smt = NULL;
    s->terms = NULL;
    s->races = NULL;
    s->slicing = NULL;
}

struct search *search_new(const struct program *program, const struct exploration_options *options,
                          double start)
{
    struct search *s = memory_zalloc(1, sizeof *s);
    struct exploration *e = memory_zalloc(1, sizeof *e);
    *s = (struct search){
        .program = program, .options = options, .result = e, .start = start, .assumption = NO_FUNCTION};
    struct smt_options smt_options = {.query_milliseconds = options->solver_milliseconds,
                                      .memory = options->max_memory,
                                      .interrupt = options->interrupt,
                                      .caches = true,
                                      .slicing = true};
    struct machine_hooks hooks = {.context = s,
                                  .report = report,
                                  .output = output,
                                  .interrupt = interrupt_step,
                                  .may_be_last = may_be_last};
    bool limited = options->preemption_limit || options->iterative;
    s->por = limited ? POR_NONE : options->por;
    s->terms = terms_new();
    s->smt = smt_new(s->terms, &smt_options);
    struct machine_options machine_options = options->machine;
    bool dynamic = options->slice == SLICE_DYNAMIC;
    double before = search_clock();
    if (options->slice != SLICE_OFF && slicing_helps(machine_options.properties)) {
        s->slicing = slicing_new(program, machine_options.properties, dynamic);
        machine_options.watch = dynamic;
        machine_options.relevance = slicing_relevance(s->slicing);
    }
    bool prunes = pruning_applies(options, &e->not_pruned);
    if (prunes) {
        // Which writes are open, and which sections are private, is more than memory and registers tell.
        machine_options.journal = true;
        machine_options.observers = machine_options.peek = false;
    }
    e->analysis_seconds = search_clock() - before;
    s->machine = machine_new(program, s->terms, s->smt, &machine_options, &hooks);
    if (prunes)
        s->pruning = pruning_new(s, &machine_options);
    if (!machine_options.peek) // replays have to know
        machine_add_shared(s->machine, MACHINE_PEEKS_NOT);
    if (s->slicing)
        machine_add_shared(s->machine, dynamic ? MACHINE_SLICED_DYNAMICALLY : MACHINE_SLICED);
    trace_init(&s->trace);
    s->races = options->machine.properties & 1u << PROPERTY_DATA_RACE ? race_new() : NULL;
    source_init(s);
    return s;
}

// Runs a part of the search. False: memory ran out in the middle of it; then nothing of the search's state
// can be used any more, but all of it can be released, and what is in the result is whole.
static bool has_memory(struct search *s, void (*part)(struct search *s))
{
    jmp_buf guard, *outer = failure_guard(&guard);
    enum failure failure = (enum failure)setjmp(guard);
    if (failure == FAILURE_NONE)
        part(s);
    failure_guard(outer);
    if (failure == FAILURE_CONTRADICTION)
        failure_contradiction(failure_what());
    return failure == FAILURE_NONE;
}

bool search_continue(struct search *s, const struct patience *patience)
{
    s->patience = patience;
    if (!s->exhausted && !has_memory(s, run_limited))
        search_exhaust(s);
    s->patience = NULL;
    return !s->paused;
}

void search_exhaust(struct search *s)
{
    s->exhausted = s->stop = s->result->bounded = true;
    s->paused = false;
}

static void take_statistics(struct search *s)
{
    struct exploration *e = s->result;
    if (s->machine)
        e->machine = *machine_statistics(s->machine);
    if (s->smt)
        e->solver = *smt_statistics(s->smt);
    if (s->pruning)
        e->summaries = pruning_statistics(s->pruning);
}

struct exploration *search_end(struct search *s)
{
    struct exploration *e = s->result;
    take_statistics(s);
    e->bounded |= e->counters.bounded > 0;
    release_state(s); // replays need the memory
    bool confirmed = has_memory(s, search_confirm);
    search_drop_unconfirmed(s);
    if (s->exhausted || !confirmed)
        search_add_reason(s, NO_FUNCTION, BUDGET_MEMORY_RAN_OUT);
    e->verdict = verdict(e);
    warn_if_vacuous(s);
    e->seconds = search_clock() - s->start - e->analysis_seconds;
    memory_free(s);
    return e;
}

void search_abandon(struct search *s)
{
    exploration_free(s->result);
    release_state(s);
    memory_free(s);
}

static void free_remarks(struct exploration_remark *remarks, uint32_t count)
{
    for (uint32_t k = 0; k < count; k++)
        memory_free(remarks[k].message);
    memory_free(remarks);
}

static void free_access(struct violation_access *a)
{
    vector_free(&a->stack);
    for (uint32_t k = 0; k < a->locks.size; k++)
        memory_free(a->locks.data[k]);
    vector_free(&a->locks);
}

void exploration_free_violation(struct exploration_violation *v)
{
    memory_free(v->message);
    vector_free(&v->stack);
    for (uint32_t k = 0; k < v->accesses.size; k++)
        free_access(&v->accesses.data[k]);
    vector_free(&v->accesses);
    vector_free(&v->blocked);
    for (uint32_t k = 0; k < v->thread_names.size; k++)
        memory_free(v->thread_names.data[k]);
    vector_free(&v->thread_names);
    vector_free(&v->shared);
    vector_free(&v->schedule);
    vector_free(&v->found);
    for (uint32_t k = 0; k < v->inputs.size; k++)
        memory_free(v->inputs.data[k].name);
    vector_free(&v->inputs);
}

void exploration_free(struct exploration *e)
{
    if (!e)
        return;
    for (uint32_t k = 0; k < e->violations.size; k++)
        exploration_free_violation(&e->violations.data[k]);
    vector_free(&e->violations);
    free_remarks(e->reasons.data, e->reasons.size);
    free_remarks(e->warnings.data, e->warnings.size);
    memory_free(e->internal_error);
    memory_free(e);
}
