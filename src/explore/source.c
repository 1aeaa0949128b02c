// Source sets and wake-up trees: source-DPOR and optimal-DPOR (Abdulla, Aronis, Jonsson, Sagonas: Optimal
// dynamic partial order reduction, POPL 2014), with inputs, choices and operations that block.
//
// At the end of each execution E its new races are reversed: for events e and e' in a race, v is what follows
// e without depending on it, and then e' (explore/sequence.h). Unless some thread that sleeps before e could
// start v, v is to be explored from there: optimal adds the whole of it to the node's wake-up tree, source
// only its first thread. docs/reduction.md has the argument for what is not in the paper:
//
// - a race is reversed once, in the first execution that has its second event, and again for other inputs;
// - an event is a thread and what it decided; the last event of v, whose operation has not been executed in
//   that place, stands for all decisions;
// - operations that block: all conflicting events are tried, latest first, until one can be reversed, and
//   operations that are blocked at the end of an execution race as if they had been executed.
#include "explore/source.h"

#include "base/rules.h"
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

static void release_deferred(struct source_sets *r, uint32_t index)
{
    struct deferred_reversal *d = &r->deferred.data[index - 1];
    vector_free(&d->sequence.items);
    memory_free(d->clocks);
    *d = (struct deferred_reversal){.next = r->unused_deferred};
    r->unused_deferred = index;
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

static void source_popped(struct search *s, uint32_t point)
{
    struct source_sets *r = source_of(s);
    struct source_point *p = &r->points.data[point];
    release_explored(r, p);
    wakeup_drop(&r->wakeups, &p->wakeup);
    while (p->deferred) {
        uint32_t index = p->deferred;
        p->deferred = r->deferred.data[index - 1].next;
        release_deferred(r, index);
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

// Adds a thread to wake-up trees. False: it is there.
static bool append_thread(struct source_sets *r, uint32_t *trees, uint32_t thread)
{
    r->sequence.items.size = 0;
    vector_push(&r->sequence.items,
                (struct sequence_item){
                    .thread = thread, .outcome = OUTCOME_ANY, .label = LABEL_ALL, .event = NO_ITEM});
    return wakeup_insert_first(&r->wakeups, trees, &r->sequence);
}

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
    struct thread_set awake = {{0}}, partly = {{0}};
    for (uint32_t t = 0; t < machine_thread_limit(s->machine); t++) {
        if (!thread_set_has(enabled, t))
            continue;
        enum sleep_state state = sleep_state(set, count, t);
        if (state != ASLEEP)
            thread_set_add(state == AWAKE ? &awake : &partly, t);
    }
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
    for (uint32_t t = 0; t < machine_thread_limit(s->machine); t++)
        if (t != first && thread_set_has(threads, t))
            append_thread(r, &p->wakeup, t);
    pruning_cut_but(s);
    *result = search_execute(s, first, point, OUTCOME_ANY);
}

static enum execution_end source_choose(struct search *s, enum step_result *result)
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
    struct thread_set but = {{0}};
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

// ---- adding to choice points

static bool keeps_sequences(const struct search *s)
{
    return source_of(s)->optimal && !s->pruning;
}

// Whether whole sequences are kept, and one counts as explored where an event is that is independent of it,
// and not part of it: what follows both races in executions below that event, and comes up there as a
// sequence. Where those are cut it does not: for a cut only the beginnings of sequences are known. Nor does
// it with several processes, where a sequence does not have all that was independent in its race's execution.
static bool uses_weak_initials(const struct search *s)
{
    return keeps_sequences(s) && !(s->parallel && source_of(s)->partial);
}

// Makes source_sets.set: what sleeps before the choice point's present child, and that child.
static void collect_sleepers(struct source_sets *r, uint32_t point)
{
    const struct source_point *p = &r->points.data[point];
    r->set.size = 0;
    for (uint32_t k = p->sleep.begin; k < p->sleep.end; k++)
        vector_push(&r->set, r->sleepers.stack.data[k]);
    for (uint32_t k = p->explored; k != NO_DONE; k = r->done.data[k].next)
        vector_push(&r->set, r->done.data[k].sleeper);
}

// One of the threads is to be explored from there, with all that it decides and that may follow: the first
// that is to be explored anyway, or else `first`, one of them; unless that has been, or sleeps there.
static bool insert_any(struct search *s, uint32_t point, uint32_t first, const struct thread_set *threads)
{
    struct source_sets *r = source_of(s);
    uint32_t *trees = &r->points.data[point].wakeup;
    if (r->points.data[point].covered)
        return false;
    collect_sleepers(r, point);
    if (sleep_state(r->set.data, r->set.size, first) == ASLEEP)
        return false;
    if (!s->parallel)
        return append_thread(r, trees, first);
    uint32_t root = wakeup_root_among(&r->wakeups, *trees, threads);
    if (root != NO_WAKEUP && (wakeup_is_free(&r->wakeups, root) || !keeps_sequences(s)))
        return false;
    if (parallel_is_above(s, point))
        return parallel_tell_any(s, point, first, threads);
    wakeup_insert_free(&r->wakeups, trees, root == NO_WAKEUP ? first : r->wakeups.nodes.data[root].thread);
    r->points.data[point].freed = true;
    return true;
}

static void insert_thread(struct search *s, uint32_t point, uint32_t thread)
{
    struct thread_set alone = {{0}};
    thread_set_add(&alone, thread);
    insert_any(s, point, thread, &alone);
}

// The thread; or all that are enabled.
static void insert_threads(struct search *s, uint32_t point, uint32_t thread, bool alone)
{
    for (uint32_t t = 0; t < machine_thread_limit(s->machine); t++)
        if (alone ? t == thread : thread_set_has(&s->points.data[point].enabled, t))
            insert_thread(s, point, t);
}

// All threads that are enabled are to be explored from there after all.
static void uncover(struct search *s, uint32_t point)
{
    source_of(s)->points.data[point].covered = false;
    insert_threads(s, point, 0, false);
}

// ---- executed

static void add_explored(struct search *s, uint32_t point, struct sleeper sleeper)
{
    struct source_sets *r = source_of(s);
    struct source_point *p = &r->points.data[point];
    if (parallel_is_above(s, point))
        parallel_tell_explored(s, point, &sleeper);
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
        add_explored(s, point, sleeper);
        struct sleeper expected = sleeper;
        expected.outcome = guide;
        if (guide != OUTCOME_ANY && guide != e.outcome)
            add_explored(s, point, expected);
        if (r->points.data[point].covered && does_more(s, e.label)) // than what the summary was made without
            uncover(s, point);
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

// ---- reversing races

// Whether all that starts with the sequence has been explored from the choice point or from one above it.
static bool covered(struct search *s, uint32_t point, const struct sequence *sequence)
{
    struct source_sets *r = source_of(s);
    if (r->points.data[point].covered)
        return true;
    collect_sleepers(r, point);
    return uses_weak_initials(s) ? sleep_covers(r->set.data, r->set.size, &s->labels, sequence)
                                 : sleep_covers_first(r->set.data, r->set.size, &s->labels, sequence);
}

// Of the sequence only which thread can come first is kept, or told. False: one of these is there.
static bool insert_beginning(struct search *s, uint32_t point, const struct sequence *sequence)
{
    struct thread_set initials = {{0}}, seen = {{0}};
    for (uint32_t k = 0; k < sequence->items.size; k++) {
        uint32_t thread = sequence->items.data[k].thread;
        if (!thread_set_has(&seen, thread) && sequence_initial(sequence, k))
            thread_set_add(&initials, thread);
        thread_set_add(&seen, thread);
    }
    return insert_any(s, point, sequence->items.data[0].thread, &initials);
}

// Adds the first thread of a sequence to a choice point, with all that can follow it. False: it is there.
static bool insert_first(struct search *s, uint32_t point, const struct sequence *sequence)
{
    struct source_sets *r = source_of(s);
    if (s->parallel)
        return insert_beginning(s, point, sequence);
    if (r->points.data[point].covered)
        return false;
    collect_sleepers(r, point);
    return !sleep_covers_first(r->set.data, r->set.size, &s->labels, sequence) &&
           wakeup_insert_first(&r->wakeups, &r->points.data[point].wakeup, sequence);
}

// The choice point is another process's: its trees are what they were when this process began.
static bool insert_above(struct search *s, uint32_t point, struct sequence *sequence)
{
    const struct source_sets *r = source_of(s);
    if (!uses_weak_initials(s) || !parallel_can_tell(s, sequence))
        return insert_beginning(s, point, sequence);
    parallel_write_sequence(s, point, sequence); // before it is changed
    if (wakeup_leads_to(&r->wakeups, r->points.data[point].wakeup, &s->labels, sequence))
        return false;
    parallel_tell_written(s);
    return true;
}

// Adds a possible sequence to a choice point. False: it is there.
static bool insert(struct search *s, uint32_t point, struct sequence *sequence)
{
    struct source_sets *r = source_of(s);
    uint32_t *trees = &r->points.data[point].wakeup;
    r->partial |= sequence->part;
    if (covered(s, point, sequence))
        return false;
    if (parallel_is_above(s, point))
        return insert_above(s, point, sequence);
    if (uses_weak_initials(s))
        return wakeup_insert(&r->wakeups, trees, &s->labels, sequence);
    return keeps_sequences(s) ? insert_beginning(s, point, sequence)
                              : wakeup_insert_first(&r->wakeups, trees, sequence);
}

static enum possibility reverse(struct search *s, uint32_t first, const struct reversed *reversed)
{
    const struct event *e = &s->trace.events.data[first];
    if (e->point == NO_POINT) // nobody else was enabled there
        return IMPOSSIBLE;
    const struct thread_set *enabled = &s->points.data[e->point].enabled;
    if (!rule_holds(RULE_RACES)) { // the 2005 rule
        insert_threads(s, e->point, reversed->thread, thread_set_has(enabled, reversed->thread));
        return POSSIBLE;
    }
    reversal_build(s, first, reversed);
    struct sequence *sequence = &source_of(s)->sequence;
    enum possibility possible =
        reversed->operation ? blocking_possible(s, e, sequence, reversed->operation) : POSSIBLE;
    if (possible == POSSIBLE && insert(s, e->point, sequence))
        origins_add_order(s, first, reversed->label);
    else if (possible == DEPENDS)
        source_add_deferred(s, e->point, sequence, reversed->before, reversed->operation);
    return possible;
}

// Races of an operation that may block, latest first. Those before one that was reversed come up in the
// executions that begin with that reversal.
static void reverse_blocking(struct search *s, const struct race *races, uint32_t count,
                             const struct reversed *reversed)
{
    uint32_t done[16], done_count = 0;
    for (uint32_t k = 0; k < count; k++) {
        bool later = false;
        for (uint32_t i = 0; i < done_count && !later; i++)
            later = trace_before(&s->trace, races[k].first, done[i]);
        if (!later && reverse(s, races[k].first, reversed) == POSSIBLE && done_count < 16)
            done[done_count++] = races[k].first;
    }
}

// The races of one executed event.
static void reverse_event(struct search *s, const struct race *races, uint32_t count)
{
    uint32_t second = races[0].second;
    const struct event *e = &s->trace.events.data[second];
    struct operation operation = {.kind = e->kind};
    struct reversed reversed = {second, e->thread, e->count, e->label, reversal_clock_before(s, second),
                                NULL};
    if (!e->may_block) {
        for (uint32_t k = 0; k < (rule_holds(RULE_RACES) ? count : 1); k++)
            reverse(s, races[k].first, &reversed);
        return;
    }
    if (e->label != LABEL_ALL) {
        uint32_t accesses;
        const struct access *list = label_get(&s->labels, e->label, &accesses);
        for (uint32_t k = 0; k < accesses && k < OPERATION_MAX_ACCESSES; k++)
            operation.access[operation.access_count++] = list[k];
    }
    reversed.operation = &operation;
    reverse_blocking(s, races, count, &reversed);
}

static void reverse_executed(struct search *s, const struct race *races, uint32_t count)
{
    for (uint32_t k = 0, end; k < count; k = end) {
        for (end = k; end < count && races[end].second == races[k].second;)
            end++;
        reverse_event(s, races + k, end - k);
    }
}

// ---- operations below a cut

// Without the past of the pending reversal it is not known what precedes its operation.
static enum reversal_start reverse_unknown(struct search *s, uint32_t point, uint32_t thread)
{
    struct source_sets *r = source_of(s);
    const struct source_point *p = &r->points.data[point];
    if (r->sequence.items.size) {
        insert(s, point, &r->sequence);
        return REVERSAL_BY_ANY;
    }
    const struct sleeper *inherited = vector_from(&r->sleepers.stack, p->sleep.begin);
    bool awake = thread_set_has(&s->points.data[point].enabled, thread) &&
                 sleep_state(inherited, p->inherited - p->sleep.begin, thread) == AWAKE;
    insert_threads(s, point, thread, awake);
    return awake ? REVERSAL_BY_THREAD : REVERSAL_BY_ALL;
}

static enum reversal_start source_reverse_pending(struct search *s, uint32_t event,
                                                  const struct pending_reversal *reversal)
{
    struct source_sets *r = source_of(s);
    uint32_t point = s->trace.events.data[event].point;
    // The reversal starts with what followed the event without depending on it.
    reversal_build_executed(s, event);
    if (r->sequence.items.size && covered(s, point, &r->sequence))
        return REVERSAL_BY_ANY;
    if (reversal->unknown)
        return reverse_unknown(s, point, reversal->thread);
    // Then comes the pending reversal's past, of which one event is known that can be the first.
    uint32_t first = reversal->first;
    uint32_t count = trace_tick(&s->trace, s->trace.present[first], first);
    struct reversed reversed = {
        NO_EVENT, first, count + 1, reversal->first_label, reversal_present_clock(s, first), NULL};
    reversal_append(s, &reversed);
    if (r->sequence.items.size == 1 && !thread_set_has(&s->points.data[point].enabled, first)) {
        insert_threads(s, point, first, false);
        return REVERSAL_BY_ALL;
    }
    if (insert(s, point, &r->sequence))
        origins_add_order(s, event, reversal->label);
    return REVERSAL_BY_THREAD;
}

// ---- operations that were not executed

static struct reversed pending(struct search *s, uint32_t thread, const struct operation *operation)
{
    const uint32_t *before = reversal_present_clock(s, thread);
    uint32_t label = label_intern(&s->labels, operation->access, operation->access_count);
    uint32_t count = before && thread < s->trace.stride ? before[thread] : 0;
    return (struct reversed){NO_EVENT, thread, count + 1, label, before, operation};
}

static void reverse_blocked(struct search *s, uint32_t thread)
{
    struct source_sets *r = source_of(s);
    const struct operation operation = *machine_next(s->machine, thread);
    struct reversed reversed = pending(s, thread, &operation);
    r->races.size = 0;
    for (uint32_t k = s->trace.events.size; k-- > 0;) {
        const struct event *e = &s->trace.events.data[k];
        if (e->thread != thread && (!reversed.before || reversed.before[e->thread] < e->count) &&
            label_conflict(&s->labels, e->label, reversed.label))
            vector_push(&r->races, (struct race){k, NO_EVENT});
    }
    if (r->races.size)
        reverse_blocking(s, r->races.data, r->races.size, &reversed);
}

// The last event stopped all others for good: each of them is to go first where it was enabled, even if it
// could come up below another one that it does not depend on. Other sequences counted as explored below that
// event: they need all that can go first here. Returns these threads, with that of the event.
static struct thread_set reverse_frozen(struct search *s)
{
    const struct event *last = &vector_last(&s->trace.events);
    struct thread_set enabled = {{0}};
    if (last->point != NO_POINT) { // else it was the only one
        enabled = s->points.data[last->point].enabled;
        for (uint32_t t = 0; t < machine_thread_limit(s->machine); t++)
            if (t != last->thread && thread_set_has(&enabled, t))
                insert_thread(s, last->point, t);
    }
    thread_set_add(&enabled, last->thread);
    return enabled;
}

static void source_finish(struct search *s)
{
    struct source_sets *r = source_of(s);
    struct thread_set reversed = {{0}};
    wakeup_drop(&r->wakeups, &r->wakeup);
    if (s->trace.races.size)
        reverse_executed(s, s->trace.races.data + r->first_race, s->trace.races.size - r->first_race);
    r->first_race = s->trace.races.size;
    if (machine_frozen(s->machine) && s->trace.events.size)
        reversed = reverse_frozen(s);
    for (uint32_t t = 0; t < machine_thread_limit(s->machine); t++)
        if (machine_status(s->machine, t) == THREAD_READY && !machine_enabled(s->machine, t) &&
            !thread_set_has(&reversed, t))
            reverse_blocked(s, t);
}

// ---- back at a choice point

// Takes out what conflicts with the last item, and what depends on that: a writer goes before all readers.
// What the last item's thread has done or seen before it (`before`) stays: without it, the thread would not
// come to that operation. False: there is nothing such.
static bool drop_conflicting(struct search *s, struct sequence *sequence, uint32_t *before)
{
    struct source_sets *r = source_of(s);
    uint32_t last = sequence->items.size - 1, kept = 0;
    r->dropped.size = 0;
    for (uint32_t k = 0; k < last; k++) {
        const struct sequence_item *item = &sequence->items.data[k];
        bool past = item->thread < sequence->stride && before[item->thread] >= item->count;
        bool drop = !past && label_conflict(&s->labels, sequence->items.data[last].label, item->label);
        for (uint32_t i = 0; i < k && !drop; i++)
            drop = r->dropped.data[i] && sequence_before(sequence, i, k);
        vector_push(&r->dropped, drop);
    }
    for (uint32_t k = 0; k <= last; k++)
        if (k == last || !r->dropped.data[k])
            sequence->items.data[kept++] = sequence->items.data[k];
    sequence->items.size = kept;
    reversal_finish_clock(s, sequence, before);
    return kept <= last;
}

static void resolve(struct search *s, uint32_t point, struct deferred_reversal *d)
{
    struct sequence *sequence = &d->sequence;
    uint32_t *before = d->clocks + (size_t)sequence->items.size * sequence->stride;
    if (covered(s, point, sequence))
        return;
    enum possibility possible = blocking_try(s, sequence, &d->operation);
    if (possible == IMPOSSIBLE && drop_conflicting(s, sequence, before))
        possible = blocking_try(s, sequence, &d->operation);
    if (possible == POSSIBLE) {
        insert(s, point, sequence);
    } else if (possible == DEPENDS && sequence->items.size > 1) {
        // It could not be tried. What comes before the operation can start, and all that follows is explored;
        // that a thread which is independent of these events alone had gone first would say nothing of the
        // operation.
        sequence->items.size--;
        insert_first(s, point, sequence);
    }
}

static void resolve_deferred(struct search *s, uint32_t point)
{
    struct source_sets *r = source_of(s);
    struct source_point *p = &r->points.data[point];
    while (p->deferred) {
        uint32_t deferred = p->deferred;
        p->deferred = r->deferred.data[deferred - 1].next;
        resolve(s, point, &r->deferred.data[deferred - 1]);
        release_deferred(r, deferred);
    }
}

// What was explored from the choice point sleeps.
static void put_explored_to_sleep(struct source_sets *r, struct source_point *p)
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
    uncover(s, point);
    return p->wakeup != NO_WAKEUP;
}

static bool source_next(struct search *s, uint32_t point, enum step_result *result)
{
    struct source_sets *r = source_of(s);
    struct source_point *p = &r->points.data[point];
    resolve_deferred(s, point);
    put_explored_to_sleep(r, p);
    p->beside =
        parallel_has_workers(s, point) || (s->parallel && (r->partial || p->freed)); // see source_take
    while (p->wakeup != NO_WAKEUP || verify_cut(s, point)) {
        if (p->beside && !wakeup_begins_with_any(&r->wakeups, p->wakeup))
            wakeup_insert_free(&r->wakeups, &p->wakeup, r->wakeups.nodes.data[p->wakeup].thread);
        struct wakeup_node child = wakeup_pop(&r->wakeups, &p->wakeup);
        if (!thread_set_has(&s->points.data[point].enabled, child.thread)) { // see source_choose
            wakeup_drop(&r->wakeups, &child.child);
            continue;
        }
        if (p->beside)
            wakeup_drop_outcomes(&r->wakeups, &child.child);
        r->wakeup = child.child;
        *result = search_execute(s, child.thread, point, child.outcome);
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

// ---- with other processes

void source_add_sequence(struct search *s, uint32_t point, struct sequence *sequence)
{
    insert(s, point, sequence);
}

void source_add_any(struct search *s, uint32_t point, uint32_t first, const struct thread_set *threads)
{
    insert_any(s, point, first, threads);
}

// Where what comes before the operation cannot be told, what comes first is to be explored.
void source_add_deferred(struct search *s, uint32_t point, const struct sequence *sequence,
                         const uint32_t *before, const struct operation *operation)
{
    if (!parallel_is_above(s, point))
        reversal_defer(s, point, sequence, before, operation);
    else if (parallel_can_tell(s, sequence))
        parallel_tell_deferred(s, point, sequence, before, operation);
    else
        insert_beginning(s, point, sequence);
}

// It may have been told before, by a worker that was killed.
void source_add_explored(struct search *s, uint32_t point, const struct sleeper *sleeper)
{
    const struct source_sets *r = source_of(s);
    for (uint32_t k = r->points.data[point].explored; k != NO_DONE; k = r->done.data[k].next) {
        const struct sleeper *known = &r->done.data[k].sleeper;
        if (known->thread == sleeper->thread && known->outcome == sleeper->outcome &&
            known->label == sleeper->label && known->complete == sleeper->complete)
            return;
    }
    add_explored(s, point, *sleeper);
}

static bool source_may_give(const struct search *s, uint32_t point)
{
    const struct source_point *p = &source_of(s)->points.data[point];
    return p->wakeup != NO_WAKEUP && !p->given && !p->covered &&
           wakeup_begins_with_any(&source_of(s)->wakeups, p->wakeup);
}

static bool source_may_give_more(const struct search *s, uint32_t point)
{
    const struct source_sets *r = source_of(s);
    return source_may_give(s, point) && r->wakeups.nodes.data[r->points.data[point].wakeup].next != NO_WAKEUP;
}

static bool source_has_more(const struct search *s, uint32_t point)
{
    const struct source_point *p = &source_of(s)->points.data[point];
    return p->wakeup != NO_WAKEUP || p->deferred;
}

// The tree stays where it is until its event is known: what it leads to is not explored once more.
static void source_give(struct search *s, uint32_t point)
{
    source_of(s)->points.data[point].given = true;
}

static void source_given_known(struct search *s, uint32_t point)
{
    struct source_sets *r = source_of(s);
    struct source_point *p = &r->points.data[point];
    struct wakeup_node node = wakeup_pop(&r->wakeups, &p->wakeup);
    wakeup_drop(&r->wakeups, &node.child);
    p->given = false;
}

// What is begun while something else from the same choice point is not explored to its end: which sequences
// are to be explored below it is not all known. So what sleeps there counts only for sequences that have its
// event (sleeper.weak), and the tree, which may lack other outcomes of its events, leads no further than to
// the first of several.
static bool source_take(struct search *s, uint32_t point, enum step_result *result)
{
    struct source_sets *r = source_of(s);
    struct source_point *p = &r->points.data[point];
    p->beside = true;
    put_explored_to_sleep(r, p);
    struct wakeup_node child = wakeup_pop(&r->wakeups, &p->wakeup);
    if (!thread_set_has(&s->points.data[point].enabled, child.thread)) // see source_choose
        return false;
    wakeup_drop_outcomes(&r->wakeups, &child.child);
    r->wakeup = child.child;
    *result = search_execute(s, child.thread, point, child.outcome);
    return true;
}

static const struct reduction_sharing sharing = {
    .may_give = source_may_give,
    .may_give_more = source_may_give_more,
    .has_more = source_has_more,
    .give = source_give,
    .take = source_take,
    .given_known = source_given_known,
};

const struct reduction reduction_source = {
    .init = source_init,
    .free = source_free,
    .restart = source_restart,
    .pushed = source_pushed,
    .popped = source_popped,
    .restored = source_restored,
    .choose = source_choose,
    .after_event = source_after_event,
    .finish = source_finish,
    .next = source_next,
    .left = source_left,
    .reverse_pending = source_reverse_pending,
    .sleeping = source_sleeping,
    .decides_all = source_decides_all,
    .sharing = &sharing,
    .collects_races = true,
    .labels_events = true,
    .reverses_latest = true,
};
