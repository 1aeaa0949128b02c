// Source sets and wake-up trees: source-DPOR and optimal-DPOR (Abdulla, Aronis, Jonsson, Sagonas: Optimal
// dynamic partial order reduction, POPL 2014), with inputs, choices and operations that block.
//
// At the end of each execution E its new races are reversed: for events e and e' in a race, v is what follows
// e without depending on it, and then e' (explore/sequence.h). Unless some thread that sleeps before e could
// start v, v is to be explored from there: optimal adds the whole of it to the wake-up tree there, source
// only its first thread. docs/reduction.md has the argument for what is not in the paper:
//
// - a race is reversed once, in the first execution that has its second event, and again for other inputs;
// - an event is a thread and what it decided; the last event of v, whose operation has not been executed in
//   that place, stands for all decisions;
// - operations that block: all conflicting events are tried, latest first, until one can be reversed, and
//   operations that are blocked at the end of an execution race as if they had been executed.
#include "explore/source.h"

#include "explore/blocking.h"
#include "explore/origins.h"
#include "explore/parallel.h"
#include "explore/pending.h"
#include "machine/questions.h"

// ---- life

static void make_empty(struct source_sets *r)
{
    wakeup_init(&r->wakeups);
    r->wakeup = NO_WAKEUP;
    r->unused_done = NO_DONE;
}

static void source_init(struct search *s)
{
    s->reduction_state = memory_zalloc(1, sizeof(struct source_sets));
    make_empty(source_of(s));
    source_of(s)->optimal = s->options->por == POR_OPTIMAL;
}

static void release_explored(struct source_sets *r, struct source_point *p)
{
    while (p->explored != NO_DONE) {
        uint32_t index = p->explored;
        p->explored = r->done.data[index].next;
        r->done.data[index].next = r->unused_done;
        r->unused_done = index;
    }
}

static void source_before_pop(struct search *s, uint32_t point)
{
    struct source_sets *r = source_of(s);
    struct source_point *p = &r->points.data[point];
    release_explored(r, p);
    wakeup_drop(&r->wakeups, &p->wakeup);
    while (p->deferred) {
        uint32_t index = p->deferred;
        p->deferred = r->deferred.data[index - 1].next;
        source_release_deferred(r, index);
    }
    r->points.size = point;
}

static void release_all(struct source_sets *r)
{
    for (uint32_t k = 0; k < r->deferred.size; k++) {
        vector_free(&r->deferred.data[k].sequence.items);
        memory_free(r->deferred.data[k].clocks);
    }
    wakeup_free(&r->wakeups);
    vector_free(&r->points);
    vector_free(&r->sleepers.stack);
    vector_free(&r->done);
    vector_free(&r->deferred);
    vector_free(&r->sequence.items);
    vector_free(&r->clock);
    vector_free(&r->before);
    vector_free(&r->dependent);
    vector_free(&r->races);
    vector_free(&r->set);
    vector_free(&r->dropped);
}

static void source_free(struct search *s)
{
    release_all(source_of(s));
    memory_free(s->reduction_state);
}

static void source_restart(struct search *s)
{
    struct source_sets *r = source_of(s);
    release_all(r);
    *r = (struct source_sets){.optimal = r->optimal};
    make_empty(r);
}

static void source_pushed(struct search *s, uint32_t point)
{
    struct source_sets *r = source_of(s);
    if (s->points.data[point].within_step) // what was to follow the step was for another answer
        wakeup_drop(&r->wakeups, &r->wakeup);
    struct sleep_span sleep = {r->sleepers.begin, r->sleepers.stack.size};
    vector_push(&r->points,
                (struct source_point){
                    .sleep = sleep, .inherited = sleep.end, .explored = NO_DONE, .wakeup = NO_WAKEUP});
}

// ---- choosing

// Of two threads that write or update the same memory, both orders often lead to the same, and so to a state
// that a summary covers: when one has just done so before another that had been explored from there, this one
// is next. MACHINE_MAX_THREADS: there is none among these.
static uint32_t choose_reversed(const struct search *s, const struct thread_set *awake)
{
    if (!s->pruning || s->step.point == NO_POINT ||
        (s->step.kind != OPERATION_UPDATE && s->step.kind != OPERATION_WRITE))
        return MACHINE_MAX_THREADS;
    const struct source_point *p = &source_of(s)->points.data[s->step.point];
    for (uint32_t k = p->inherited; k < p->sleep.end; k++) {
        uint32_t thread = source_of(s)->sleepers.stack.data[k].thread;
        if (thread_set_has(awake, thread))
            return thread;
    }
    return MACHINE_MAX_THREADS;
}

static uint32_t choose_freely(const struct search *s, const struct thread_set *enabled)
{
    const struct sleepers *sleepers = &source_of(s)->sleepers;
    uint32_t count = sleepers->stack.size - sleepers->begin;
    if (count == 0 && !s->pruning)
        return search_prefer(s, enabled);
    const struct sleeper *set = vector_from(&sleepers->stack, sleepers->begin);
    struct thread_set awake = *enabled, partly = {{0}, 0}, asleep = {{0}, 0};
    for (uint32_t k = 0; k < count; k++) { // who is not among the sleepers is awake
        uint32_t t = set[k].thread;
        if (!thread_set_has(enabled, t))
            continue;
        enum sleep_state state = sleep_state(set, count, t);
        if (state != AWAKE)
            thread_set_add(&asleep, t);
        if (state != AWAKE && state != ASLEEP)
            thread_set_add(&partly, t);
    }
    thread_set_remove_all(&awake, &asleep);
    uint32_t reversed = choose_reversed(s, &awake);
    if (reversed != MACHINE_MAX_THREADS)
        return reversed;
    if (thread_set_count(&awake))
        return search_prefer(s, &awake);
    // What is asleep of it ends right after its step.
    return thread_set_count(&partly) ? search_prefer(s, &partly) : MACHINE_MAX_THREADS;
}

// A summary covers the state but for executions that begin with these threads: all of them are explored, and
// no others.
static void go_on_with(struct search *s, const struct thread_set *enabled, const struct thread_set *threads,
                       enum step_result *result)
{
    struct source_sets *r = source_of(s);
    uint32_t first = search_prefer(s, threads), point = search_push_schedule_point(s, enabled);
    struct source_point *p = &r->points.data[point];
    p->covered = true;
    for (uint32_t t = thread_set_next(threads, 0); t < MACHINE_MAX_THREADS;
         t = thread_set_next(threads, t + 1))
        if (t != first)
            source_append_thread(r, &p->wakeup, t);
    pruning_cut_but(s);
    *result = search_execute(s, first, point, OUTCOME_ANY);
}

static enum execution_end source_schedule(struct search *s, enum step_result *result)
{
    struct source_sets *r = source_of(s);
    struct thread_set enabled = search_enabled(s);
    uint32_t count = thread_set_count(&enabled), point = NO_POINT;
    if (count == 0)
        return EXECUTION_MAXIMAL;
    // The machine's way to recognise repeated waits looks at more than an event's past, so that a sequence
    // may not be possible after all; what is explored instead is sound.
    if (r->wakeup != NO_WAKEUP && !thread_set_has(&enabled, r->wakeups.nodes.data[r->wakeup].thread))
        wakeup_drop(&r->wakeups, &r->wakeup);
    struct thread_set but = {{0}, 0};
    enum pruning_cut cut = pruning_cuts(s, &enabled, r->wakeup == NO_WAKEUP ? &but : NULL);
    if (cut == PRUNING_CUT_ALL)
        return EXECUTION_CUT;
    if (cut == PRUNING_CUT_BUT) {
        go_on_with(s, &enabled, &but, result);
        return EXECUTION_GOES_ON;
    }
    struct wakeup_node child = {.outcome = OUTCOME_ANY, .child = NO_WAKEUP};
    uint32_t siblings = NO_WAKEUP;
    if (r->wakeup != NO_WAKEUP) {
        child = wakeup_pop(&r->wakeups, &r->wakeup);
        siblings = r->wakeup;
    } else {
        sleep_weaken(&r->sleepers);
        child.thread = choose_freely(s, &enabled);
        if (child.thread == MACHINE_MAX_THREADS)
            return EXECUTION_ASLEEP;
    }
    if (count > 1 || siblings != NO_WAKEUP || pruning_marks(s)) {
        point = search_push_schedule_point(s, &enabled);
        r->points.data[point].wakeup = siblings;
    }
    r->wakeup = child.child;
    *result = search_execute(s, child.thread, point, child.outcome);
    return EXECUTION_GOES_ON;
}

static void source_restored(struct search *s, uint32_t point)
{
    struct source_sets *r = source_of(s);
    const struct source_point *p = &r->points.data[point];
    wakeup_drop(&r->wakeups, &r->wakeup);
    r->sleepers.stack.size = p->sleep.end;
    r->sleepers.begin = p->sleep.begin;
    // Other inputs go on from a choice: their executions end in other ways, and so do their reversals.
    r->first_race = s->points.data[point].within_step ? 0 : s->trace.races.size;
}

// ---- executed

void source_note_explored(struct search *s, uint32_t point, struct sleeper sleeper)
{
    struct source_sets *r = source_of(s);
    struct source_point *p = &r->points.data[point];
    if (parallel_is_above(s, point) && !s->part)
        parallel_report_explored(s, point, &sleeper);
    struct explored_outcome explored = {sleeper, p->explored};
    uint32_t index = r->unused_done;
    if (index == NO_DONE) {
        vector_push(&r->done, explored);
        p->explored = r->done.size - 1;
        return;
    }
    r->unused_done = r->done.data[index].next;
    r->done.data[index] = explored;
    p->explored = index;
}

// Whether the last event touched more than what was known of its operation, or stopped all other threads.
static bool does_more(struct search *s, uint32_t label)
{
    const struct access *accesses;
    uint32_t count = machine_event_accesses(s->machine, &accesses), known = s->step.known_accesses;
    return label != label_intern(&s->labels, accesses, known < count ? known : count);
}

// What sleeps before the present step.
static struct sleep_span step_sleepers(const struct search *s)
{
    const struct source_sets *r = source_of(s);
    return s->step.point == NO_POINT ? (struct sleep_span){r->sleepers.begin, r->sleepers.stack.size}
                                     : r->points.data[s->step.point].sleep;
}

static bool source_after_event(struct search *s)
{
    struct source_sets *r = source_of(s);
    if (s->step.kind == OPERATION_NONE)
        return true;
    uint32_t index = s->trace.events.size - 1, guide = s->step.guide, point = s->step.point;
    struct event e = s->trace.events.data[index];
    struct sleep_span span = step_sleepers(s);
    if (sleep_has(vector_from(&r->sleepers.stack, span.begin), span.end - span.begin, e.thread, e.outcome)) {
        while (s->trace.races.size && vector_last(&s->trace.races).second == index)
            s->trace.races.size--;
        return false;
    }
    struct sleeper sleeper = {.thread = e.thread,
                              .outcome = e.outcome,
                              .label = e.label,
                              .complete = guide == OUTCOME_ANY || guide == OUTCOME_NONE};
    if (point != NO_POINT) {
        source_note_explored(s, point, sleeper);
        struct sleeper expected = sleeper; // if it was to decide something else, that is impossible here
        expected.outcome = guide;
        if (guide != OUTCOME_ANY && guide != e.outcome)
            source_note_explored(s, point, expected);
        if (r->points.data[point].covered &&
            does_more(s, e.label)) // than the sleeping operation that the summary was made for
            source_uncover(s, point);
    }
    if (guide != OUTCOME_ANY && guide != e.outcome)
        wakeup_drop(&r->wakeups, &r->wakeup);
    sleep_after(&r->sleepers, &s->labels, span, e.thread, e.label);
    if (point != NO_POINT && r->points.data[point].beside)
        sleep_weaken(&r->sleepers);
    return true;
}

// ---- what sleeps, for pruning

static void source_sleeping(struct search *s, bool in_step, sleeper_vector *set)
{
    struct sleepers *sleepers = &source_of(s)->sleepers;
    uint32_t begin = sleepers->begin, size = sleepers->stack.size;
    if (in_step && s->step.kind != OPERATION_NONE)
        sleep_after(sleepers, &s->labels, step_sleepers(s), s->step.thread, search_step_label(s));
    for (uint32_t k = sleepers->begin; k < sleepers->stack.size; k++)
        vector_push(set, sleepers->stack.data[k]);
    sleepers->begin = begin;
    sleepers->stack.size = size;
}

static bool source_decides_all(const struct search *s)
{
    struct sleep_span span = step_sleepers(s);
    return sleep_state(vector_from(&source_of(s)->sleepers.stack, span.begin), span.end - span.begin,
                       s->step.thread) == AWAKE;
}

// ---- back at a choice point

void source_put_explored_to_sleep(struct source_sets *r, struct source_point *p)
{
    for (uint32_t k = p->explored; k != NO_DONE; k = r->done.data[k].next)
        vector_push(&r->sleepers.stack, r->done.data[k].sleeper);
    release_explored(r, p);
    p->sleep.end = r->sleepers.stack.size;
}

// Explores what a summary cuts all the same, where that was asked for.
static bool verify_cut(struct search *s, uint32_t point)
{
    struct source_point *p = &source_of(s)->points.data[point];
    if (!p->covered || !s->options->verify_cuts)
        return false;
    pruning_verify(s);
    source_uncover(s, point);
    return p->wakeup != NO_WAKEUP;
}

bool source_begin_first(struct search *s, uint32_t point, enum step_result *result)
{
    struct source_sets *r = source_of(s);
    struct source_point *p = &r->points.data[point];
    struct wakeup_node child = wakeup_pop(&r->wakeups, &p->wakeup);
    if (!thread_set_has(&s->points.data[point].enabled, child.thread)) {
        wakeup_drop(&r->wakeups, &child.child);
        source_add_threads(s, point, 0, false); // what was left to that tree begins with one of them
        return false;
    }
    if (p->beside)
        wakeup_drop_outcomes(&r->wakeups, &child.child);
    r->wakeup = child.child;
    *result = search_execute(s, child.thread, point, child.outcome);
    return true;
}

// What is left of a part is described by threads, of which all outcomes are explored (part.h): so as soon as
// an event has one of several outcomes, trees lead no further than to such events.
static bool goes_freely(const struct search *s)
{
    return s->part && s->outcomes.lists.size > 1;
}

static bool source_next(struct search *s, uint32_t point, enum step_result *result)
{
    struct source_sets *r = source_of(s);
    struct source_point *p = &r->points.data[point];
    source_resolve_deferred(s, point);
    source_put_explored_to_sleep(r, p);
    p->beside = parallel_has_workers(s, point) || (s->parallel && (r->partial || p->freed)) || goes_freely(s);
    while (p->wakeup != NO_WAKEUP || verify_cut(s, point)) {
        if (p->beside && !wakeup_begins_with_any(&r->wakeups, p->wakeup))
            wakeup_insert_free(&r->wakeups, &p->wakeup, r->wakeups.nodes.data[p->wakeup].thread);
        if (source_begin_first(s, point, result))
            return true;
    }
    return false;
}

static uint32_t source_left(const struct search *s, uint32_t point)
{
    const struct source_sets *r = s->reduction_state;
    uint32_t left = 0;
    for (uint32_t n = r->points.data[point].wakeup; n != NO_WAKEUP; n = r->wakeups.nodes.data[n].next)
        left++;
    return left;
}

const struct reduction reduction_source = {
    .init = source_init,
    .free = source_free,
    .restart = source_restart,
    .pushed = source_pushed,
    .before_pop = source_before_pop,
    .restored = source_restored,
    .schedule = source_schedule,
    .after_event = source_after_event,
    .finish = source_finish,
    .next = source_next,
    .left = source_left,
    .reverse_pending = source_reverse_pending,
    .sleeping = source_sleeping,
    .decides_all = source_decides_all,
    .sharing = &source_sharing,
    .collects_races = true,
    .labels_events = true,
    .reverses_latest = true,
    .frontier = &frontier_of_source,
};
