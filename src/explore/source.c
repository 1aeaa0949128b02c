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
#include "base/rules.h"
#include "explore/search.h"

// ---- life

void source_init(struct search *s)
{
    struct reduction *r = &s->reduction;
    footprints_init(&r->footprints);
    outcomes_init(&r->outcomes);
    wakeup_init(&r->wakeups);
    r->wakeup = NO_WAKEUP;
    r->unused_done = NO_DONE;
    s->trace.collect_races = source_is_on(s);
}

static void release_deferred(struct reduction *r, uint32_t index)
{
    struct deferred_reversal *d = &r->deferred.data[index - 1];
    vector_free(&d->sequence.items);
    memory_free(d->clocks);
    *d = (struct deferred_reversal){.next = r->unused_deferred};
    r->unused_deferred = index;
}

static void release_explored(struct reduction *r, struct node *node)
{
    while (node->explored != NO_DONE) {
        uint32_t index = node->explored;
        node->explored = r->done.data[index].next;
        r->done.data[index].next = r->unused_done;
        r->unused_done = index;
    }
}

void source_pop(struct search *s, struct node *node)
{
    struct reduction *r = &s->reduction;
    if (node->choice || !source_is_on(s))
        return;
    release_explored(r, node);
    wakeup_drop(&r->wakeups, &node->wakeup);
    while (node->deferred) {
        uint32_t index = node->deferred;
        node->deferred = r->deferred.data[index - 1].next;
        release_deferred(r, index);
    }
}

void source_free(struct search *s)
{
    struct reduction *r = &s->reduction;
    while (s->nodes.size)
        source_pop(s, &vector_pop(&s->nodes));
    footprints_free(&r->footprints);
    outcomes_free(&r->outcomes);
    wakeup_free(&r->wakeups);
    vector_free(&r->sleepers.stack);
    vector_free(&r->done);
    vector_free(&r->deferred);
    vector_free(&r->sequence.items);
    vector_free(&r->clock);
    vector_free(&r->races);
    vector_free(&r->set);
    vector_free(&r->dropped);
}

void source_restart(struct search *s)
{
    source_free(s);
    s->reduction = (struct reduction){0};
    source_init(s);
}

// ---- choosing

// Adds a thread to wake-up trees.
static void append_thread(struct reduction *r, uint32_t *trees, uint32_t thread)
{
    r->sequence.items.size = 0;
    vector_push(&r->sequence.items,
                (struct sequence_item){.thread = thread, .outcome = OUTCOME_ANY, .event = NO_ITEM});
    wakeup_insert_first(&r->wakeups, trees, &r->sequence);
}

// Of two threads that write or update the same memory, both orders often lead to the same, and so to a state
// that a summary covers: when one has just done so before another that had been explored from there, this one
// is next. MACHINE_MAX_THREADS: there is none among these.
static uint32_t choose_reversed(const struct search *s, const struct thread_set *awake)
{
    if (!s->pruning || s->step.node == NO_NODE ||
        (s->step.kind != OPERATION_UPDATE && s->step.kind != OPERATION_WRITE))
        return MACHINE_MAX_THREADS;
    const struct node *node = &s->nodes.data[s->step.node];
    for (uint32_t k = node->inherited; k < node->sleep.end; k++) {
        uint32_t thread = s->reduction.sleepers.stack.data[k].thread;
        if (thread_set_has(awake, thread))
            return thread;
    }
    return MACHINE_MAX_THREADS;
}

static uint32_t choose_freely(const struct search *s, const struct thread_set *enabled)
{
    const struct sleepers *sleepers = &s->reduction.sleepers;
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
    struct reduction *r = &s->reduction;
    struct node node = {.enabled = *enabled, .explored = NO_DONE, .wakeup = NO_WAKEUP, .covered = true};
    uint32_t first = search_prefer(s, threads);
    for (uint32_t t = 0; t < machine_thread_limit(s->machine); t++)
        if (t != first && thread_set_has(threads, t))
            append_thread(r, &node.wakeup, t);
    uint32_t index = search_push_node(s, node);
    pruning_cut_but(s);
    *result = search_execute(s, first, index, thread_set_count(enabled) == 1, OUTCOME_ANY);
}

enum source_step source_go_on(struct search *s, enum step_result *result)
{
    struct reduction *r = &s->reduction;
    struct thread_set enabled = search_enabled(s);
    uint32_t count = thread_set_count(&enabled), node = NO_NODE;
    if (count == 0)
        return SOURCE_OVER;
    // The machine's way to recognise repeated waits looks at more than an event's past, so that a sequence
    // may not be possible after all; what is explored instead is sound.
    if (r->wakeup != NO_WAKEUP && !thread_set_has(&enabled, r->wakeups.nodes.data[r->wakeup].thread))
        wakeup_drop(&r->wakeups, &r->wakeup);
    struct thread_set but = {{0}};
    enum pruning_cut cut = pruning_cuts(s, &enabled, r->wakeup == NO_WAKEUP ? &but : NULL);
    if (cut == PRUNING_CUT_ALL)
        return SOURCE_CUT;
    if (cut == PRUNING_CUT_BUT) {
        go_on_with(s, &enabled, &but, result);
        return SOURCE_WENT_ON;
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
            return SOURCE_ASLEEP;
    }
    if (count > 1 || siblings != NO_WAKEUP || pruning_marks(s))
        node =
            search_push_node(s, (struct node){.enabled = enabled, .explored = NO_DONE, .wakeup = siblings});
    r->wakeup = child.child;
    *result = search_execute(s, child.thread, node, count == 1, child.outcome);
    return SOURCE_WENT_ON;
}

void source_restored(struct search *s, const struct node *node)
{
    struct reduction *r = &s->reduction;
    wakeup_drop(&r->wakeups, &r->wakeup);
    r->sleepers.stack.size = node->sleep.end;
    r->sleepers.begin = node->sleep.begin;
    // Other inputs go on from a choice: their executions end in other ways, and so do their reversals.
    r->first_race = node->choice ? 0 : s->trace.races.size;
}

// ---- adding to nodes

// Makes reduction.set: what sleeps before the node's present child, and that child.
static void collect_sleepers(struct search *s, const struct node *node)
{
    struct reduction *r = &s->reduction;
    r->set.size = 0;
    for (uint32_t k = node->sleep.begin; k < node->sleep.end; k++)
        vector_push(&r->set, r->sleepers.stack.data[k]);
    for (uint32_t k = node->explored; k != NO_DONE; k = r->done.data[k].next)
        vector_push(&r->set, r->done.data[k].sleeper);
}

// The thread is to be explored from the node, unless it has been, or is promised to be.
static void insert_thread(struct search *s, struct node *node, uint32_t thread)
{
    struct reduction *r = &s->reduction;
    if (node->covered)
        return;
    collect_sleepers(s, node);
    if (sleep_state(r->set.data, r->set.size, thread) != ASLEEP)
        append_thread(r, &node->wakeup, thread);
}

// The thread; or all that are enabled.
static void insert_threads(struct search *s, struct node *node, uint32_t thread, bool alone)
{
    for (uint32_t t = 0; t < machine_thread_limit(s->machine); t++)
        if (alone ? t == thread : thread_set_has(&node->enabled, t))
            insert_thread(s, node, t);
}

// All threads that are enabled are to be explored from the node after all.
static void uncover(struct search *s, struct node *node)
{
    node->covered = false;
    insert_threads(s, node, 0, false);
}

// ---- executed

static void add_explored(struct reduction *r, struct node *node, struct sleeper sleeper)
{
    struct explored_outcome explored = {sleeper, node->explored};
    uint32_t index = r->unused_done;
    if (index == NO_DONE) {
        vector_push(&r->done, explored);
        node->explored = r->done.size - 1;
        return;
    }
    r->unused_done = r->done.data[index].next;
    r->done.data[index] = explored;
    node->explored = index;
}

// Whether the last event touched more than what was known of its operation, or stopped all other threads.
static bool does_more(struct search *s, uint32_t footprint)
{
    const struct access *accesses;
    uint32_t count = machine_event_accesses(s->machine, &accesses), known = s->step.known_accesses;
    return footprint != footprint_intern(&s->reduction.footprints, accesses, known < count ? known : count);
}

bool source_executed(struct search *s)
{
    struct reduction *r = &s->reduction;
    uint32_t index = s->trace.events.size - 1, guide = s->step.guide;
    struct event e = s->trace.events.data[index];
    struct sleep_span span = {r->sleepers.begin, r->sleepers.stack.size};
    struct node *node = s->step.node == NO_NODE ? NULL : &s->nodes.data[s->step.node];
    if (node)
        span = node->sleep;
    if (sleep_has(vector_from(&r->sleepers.stack, span.begin), span.end - span.begin, e.thread, e.outcome)) {
        while (s->trace.races.size && vector_last(&s->trace.races).second == index)
            s->trace.races.size--;
        return false;
    }
    struct sleeper sleeper = {.thread = e.thread,
                              .outcome = e.outcome,
                              .footprint = e.footprint,
                              .complete = guide == OUTCOME_ANY || guide == OUTCOME_NONE};
    if (node) {
        add_explored(r, node, sleeper);
        struct sleeper expected = sleeper;
        expected.outcome = guide;
        if (guide != OUTCOME_ANY && guide != e.outcome)
            add_explored(r, node, expected);
        if (node->covered && does_more(s, e.footprint)) // than what the summary was made without
            uncover(s, node);
    }
    if (guide != OUTCOME_ANY && guide != e.outcome)
        wakeup_drop(&r->wakeups, &r->wakeup);
    sleep_after(&r->sleepers, &r->footprints, span, e.thread, e.footprint);
    return true;
}

// ---- reversing races

// Whether whole sequences are kept, and one counts as explored where an event is that is independent of it,
// and not part of it: what follows both races in executions below that event, and comes up there as a
// sequence. Where those are cut it does not: for a cut only the beginnings of sequences are known.
static bool uses_weak_initials(const struct search *s)
{
    return s->por == POR_OPTIMAL && !s->pruning;
}

// Whether all that starts with the sequence has been explored from the node or from one above it.
static bool covered(struct search *s, const struct node *node, const struct sequence *sequence)
{
    struct reduction *r = &s->reduction;
    if (node->covered)
        return true;
    collect_sleepers(s, node);
    return uses_weak_initials(s) ? sleep_covers(r->set.data, r->set.size, &r->footprints, sequence)
                                 : sleep_covers_first(r->set.data, r->set.size, sequence);
}

// Adds a possible sequence to a node.
static void insert(struct search *s, struct node *node, struct sequence *sequence)
{
    struct reduction *r = &s->reduction;
    if (covered(s, node, sequence))
        return;
    if (uses_weak_initials(s))
        wakeup_insert(&r->wakeups, &node->wakeup, &r->footprints, sequence);
    else
        wakeup_insert_first(&r->wakeups, &node->wakeup, sequence);
}

static enum possibility reverse(struct search *s, uint32_t first, const struct reversed *reversed)
{
    const struct event *e = &s->trace.events.data[first];
    if (e->node == NO_EVENT) // nobody else was enabled there
        return IMPOSSIBLE;
    struct node *node = &s->nodes.data[e->node];
    if (!rule_holds(RULE_RACES)) { // the 2005 rule
        insert_threads(s, node, reversed->thread, thread_set_has(&node->enabled, reversed->thread));
        return POSSIBLE;
    }
    reversal_build(s, first, reversed);
    struct sequence *sequence = &s->reduction.sequence;
    enum possibility possible =
        reversed->operation ? blocking_possible(s, e, sequence, reversed->operation) : POSSIBLE;
    if (possible == POSSIBLE)
        insert(s, node, sequence);
    else if (possible == DEPENDS)
        blocking_defer(s, node, sequence, reversed->before, reversed->operation);
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
    struct reversed reversed = {second, e->thread, e->count, e->footprint, reversal_clock_before(s, second),
                                NULL};
    if (!e->may_block) {
        for (uint32_t k = 0; k < (rule_holds(RULE_RACES) ? count : 1); k++)
            reverse(s, races[k].first, &reversed);
        return;
    }
    if (e->footprint != FOOTPRINT_ALL) {
        uint32_t accesses;
        const struct access *list = footprint_get(&s->reduction.footprints, e->footprint, &accesses);
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

// Without the past of the debt it is not known what precedes its operation.
static enum owed owe_unknown(struct search *s, struct node *node, uint32_t thread)
{
    struct reduction *r = &s->reduction;
    if (r->sequence.items.size) {
        insert(s, node, &r->sequence);
        return OWED_START;
    }
    const struct sleeper *inherited = vector_from(&r->sleepers.stack, node->sleep.begin);
    bool awake = thread_set_has(&node->enabled, thread) &&
                 sleep_state(inherited, node->inherited - node->sleep.begin, thread) == AWAKE;
    insert_threads(s, node, thread, awake);
    return awake ? OWED_THREAD : OWED_ALL;
}

enum owed source_owe(struct search *s, uint32_t event, const struct debt *debt)
{
    struct reduction *r = &s->reduction;
    struct node *node = &s->nodes.data[s->trace.events.data[event].node];
    // The reversal starts with what followed the event without depending on it.
    reversal_build_executed(s, event);
    if (r->sequence.items.size && covered(s, node, &r->sequence))
        return OWED_START;
    if (debt->unknown)
        return owe_unknown(s, node, debt->thread);
    // Then comes the debt's past, of which one event is known that can be the first.
    uint32_t first = debt->first;
    uint32_t count = trace_tick(&s->trace, s->trace.present[first], first);
    struct reversed reversed = {
        NO_EVENT, first, count + 1, debt->first_footprint, reversal_present_clock(s, first), NULL};
    reversal_append(s, &reversed);
    if (r->sequence.items.size == 1 && !thread_set_has(&node->enabled, first)) {
        insert_threads(s, node, first, false);
        return OWED_ALL;
    }
    insert(s, node, &r->sequence);
    return OWED_THREAD;
}

// ---- operations that were not executed

static struct reversed pending(struct search *s, uint32_t thread, const struct operation *operation)
{
    const uint32_t *before = reversal_present_clock(s, thread);
    uint32_t footprint =
        footprint_intern(&s->reduction.footprints, operation->access, operation->access_count);
    uint32_t count = before && thread < s->trace.stride ? before[thread] : 0;
    return (struct reversed){NO_EVENT, thread, count + 1, footprint, before, operation};
}

static void reverse_blocked(struct search *s, uint32_t thread)
{
    struct reduction *r = &s->reduction;
    const struct operation operation = *machine_next(s->machine, thread);
    struct reversed reversed = pending(s, thread, &operation);
    r->races.size = 0;
    for (uint32_t k = s->trace.events.size; k-- > 0;) {
        const struct event *e = &s->trace.events.data[k];
        if (e->thread != thread && (!reversed.before || reversed.before[e->thread] < e->count) &&
            footprint_conflict(&r->footprints, e->footprint, reversed.footprint))
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
    if (last->node != NO_EVENT) { // else it was the only one
        struct node *node = &s->nodes.data[last->node];
        enabled = node->enabled;
        for (uint32_t t = 0; t < machine_thread_limit(s->machine); t++)
            if (t != last->thread && thread_set_has(&enabled, t))
                insert_thread(s, node, t);
    }
    thread_set_add(&enabled, last->thread);
    return enabled;
}

void source_finish(struct search *s)
{
    struct reduction *r = &s->reduction;
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

// ---- back at a node

// Takes out what conflicts with the last item, and what depends on that: a writer goes before all readers.
// False: there is nothing such.
static bool drop_conflicting(struct search *s, struct sequence *sequence, uint32_t *before)
{
    struct reduction *r = &s->reduction;
    uint32_t last = sequence->items.size - 1, kept = 0;
    r->dropped.size = 0;
    for (uint32_t k = 0; k < last; k++) {
        bool drop = footprint_conflict(&r->footprints, sequence->items.data[last].footprint,
                                       sequence->items.data[k].footprint);
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

static void resolve(struct search *s, struct node *node, struct deferred_reversal *d)
{
    struct sequence *sequence = &d->sequence;
    uint32_t *before = d->clocks + (size_t)sequence->items.size * sequence->stride;
    if (covered(s, node, sequence))
        return;
    enum possibility possible = blocking_try(s, sequence, &d->operation);
    if (possible == IMPOSSIBLE && drop_conflicting(s, sequence, before))
        possible = blocking_try(s, sequence, &d->operation);
    if (possible == DEPENDS) // it could not be tried: explore what comes before it
        sequence->items.size--;
    if (possible != IMPOSSIBLE && sequence->items.size)
        insert(s, node, sequence);
}

// Explores what a summary cuts all the same, where that was asked for.
static bool verify_cut(struct search *s, struct node *node)
{
    if (!node->covered || !s->options->verify_cuts)
        return false;
    pruning_verify(s);
    uncover(s, node);
    return node->wakeup != NO_WAKEUP;
}

bool source_next(struct search *s, uint32_t index, enum step_result *result)
{
    struct reduction *r = &s->reduction;
    struct node *node = &s->nodes.data[index];
    while (node->deferred) {
        uint32_t deferred = node->deferred;
        node->deferred = r->deferred.data[deferred - 1].next;
        resolve(s, node, &r->deferred.data[deferred - 1]);
        release_deferred(r, deferred);
    }
    for (uint32_t k = node->explored; k != NO_DONE; k = r->done.data[k].next)
        vector_push(&r->sleepers.stack, r->done.data[k].sleeper);
    release_explored(r, node);
    node->sleep.end = r->sleepers.stack.size;
    while (node->wakeup != NO_WAKEUP || verify_cut(s, node)) {
        struct wakeup_node child = wakeup_pop(&r->wakeups, &node->wakeup);
        if (!thread_set_has(&node->enabled, child.thread)) { // see source_go_on
            wakeup_drop(&r->wakeups, &child.child);
            continue;
        }
        r->wakeup = child.child;
        *result =
            search_execute(s, child.thread, index, thread_set_count(&node->enabled) == 1, child.outcome);
        return true;
    }
    return false;
}
