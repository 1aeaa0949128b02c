// Whether threads that go round loops without effect, at the end of an execution, do so for ever. They do if
// their rounds change nothing. Rounds that change memory and change it back, as looking at a variable under a
// mutex does, may let another thread go on in between, or may only keep it waiting for a moment. Then all
// that the threads can do from here is searched, until one of them gets somewhere. In either case it is noted
// which loops they go round (endless.h).
//
// A replay believes nothing of what was found out before: each thread is tried alone until it comes back to
// the state it is in now (states.h), and if that changes memory on the way, all that they can do is searched.
#include "machine/await_touch.h"
#include "machine/clock.h"
#include "machine/content.h"
#include "machine/enabled.h"
#include "machine/faint.h"
#include "machine/journal.h"
#include "machine/states.h"
#include "machine/step.h"

#include <assert.h>

enum {
    STATE_LIMIT = 20000,
    PLAIN_LIMIT = 1000, // of these before faint values are left out, which takes time to prepare
    ROUNDS_FACTOR = 5,  // a search over states searches further,
    REPLAY_FACTOR = 10, // and a replay further still: what was found to be stuck must not fail for this
    QUESTION_LIMIT =
        64, // how often one step asks whether to stop: some 16 million instructions, or the solver
};

// STILL: of one thread, which comes back without having changed memory.
enum stuck_outcome { STUCK, STILL, CHANGES, GOES_ON, UNKNOWN, INTERRUPTED };

struct stuck_state {
    struct machine_mark mark;
    uint32_t next; // thread to try
};

struct stuck_search {
    struct machine *machine;
    struct machine_hooks hooks; // of the exploration
    uint32_t limit, finished, unjoined, questions;
    uint32_t objects; // that there were
    bool interrupted;
    struct attempt attempt;
    struct states *states;
    VECTOR(struct stuck_state) path; // to the present state
};

// How many threads have ended or stopped for good.
static uint32_t count_finished(const struct machine *m)
{
    uint32_t count = 0;
    for (uint32_t k = 0; k < m->thread_limit; k++) {
        enum thread_status status = m->threads[k]->state.status;
        count += status != THREAD_ABSENT && !thread_status_lives(status);
    }
    return count;
}

static bool may_be_tried(const struct thread *t)
{
    return t->state.status == THREAD_READY || t->state.status == THREAD_CAME_BACK ||
           t->state.status == THREAD_HELD;
}

static void make_ready(struct machine *m)
{
    for (uint32_t k = 0; k < m->thread_limit; k++)
        if (may_be_tried(m->threads[k]) && m->threads[k]->state.status != THREAD_READY)
            thread_change(m, m->threads[k])->status = THREAD_READY;
    enabled_update(m);
}

// ---- steps

static bool interrupt_stuck_search(void *context)
{
    struct stuck_search *s = context;
    s->interrupted |= s->hooks.interrupt && s->hooks.interrupt(s->hooks.context);
    return s->interrupted || ++s->questions > QUESTION_LIMIT;
}

static uint32_t state_limit(const struct machine *m)
{
    uint32_t factor = m->options.concrete ? REPLAY_FACTOR : m->options.rounds ? ROUNDS_FACTOR : 1;
    return factor * STATE_LIMIT;
}

static void trace_none(struct machine *m)
{
    m->awaits->seen.size = 0;
}

// `alone`: of one thread.
static void begin_stuck_search(struct stuck_search *s, struct machine *m, uint32_t limit, bool traces,
                               bool alone)
{
    *s = (struct stuck_search){.machine = m,
                               .hooks = m->hooks,
                               .limit = limit,
                               .finished = count_finished(m),
                               .unjoined = m->state.unjoined,
                               .objects = m->memory.objects.size};
    attempt_begin(m, &s->attempt);
    m->hooks = (struct machine_hooks){.context = s, .interrupt = interrupt_stuck_search};
    m->awaits->ignored = m->awaits->seeks = true;
    m->awaits->tracing = traces;
    make_ready(m);
    s->states = states_new(m, !alone);
    vector_push(&s->path, (struct stuck_state){machine_mark(m), 0});
}

static void end_stuck_search(struct stuck_search *s)
{
    s->machine->awaits->ignored = s->machine->options.rounds;
    s->machine->awaits->seeks = s->machine->awaits->tracing = false;
    attempt_undo(s->machine, &s->attempt);
    states_free(s->states);
    vector_free(&s->path);
}

// Whether a thread has computed with the address of a block as a number that it, or another one, has made
// since the search began: the same state, with another block, is another one then.
static bool numbers_count(const struct stuck_search *s)
{
    for (uint32_t k = 0; k < s->machine->thread_limit; k++)
        if (s->machine->threads[k]->state.numbered > s->objects)
            return true;
    return false;
}

// Lets a thread execute its next operation. STUCK: nothing that would tell something else, and then *found.
static enum stuck_outcome stuck_step(struct stuck_search *s, uint32_t thread, enum states_found *found)
{
    struct machine *m = s->machine;
    s->questions = 0;
    if (m->awaits->tracing)
        loop_seen_add(m, await_seen(m, thread), m->threads[thread]->state.code,
                      m->threads[thread]->state.depth);
    m->next_interrupt = m->statistics.instructions + STEP_INTERRUPT_INTERVAL;
    enum step_result result = machine_step(m, thread);
    if (s->interrupted)
        return INTERRUPTED;
    if (result == STEP_INTERRUPTED || result == STEP_RESTART || numbers_count(s))
        return UNKNOWN;
    if (result != STEP_DONE || count_finished(m) != s->finished || m->state.unjoined != s->unjoined)
        return GOES_ON; // a thread got somewhere: it has a choice, ends, stops, or creates another
    make_ready(m);
    *found = states_add(s->states, &vector_last(&s->path).mark);
    return *found == STATES_TOO_MANY ? UNKNOWN : STUCK;
}

static enum stuck_outcome keep_state(struct stuck_search *s)
{
    vector_push(&s->path, (struct stuck_state){machine_mark(s->machine), 0});
    if (s->limit-- == 0)
        return UNKNOWN;
    return s->limit % 256 == 0 && interrupt_stuck_search(s) ? INTERRUPTED : STUCK;
}

// ---- one thread

static enum stuck_outcome go_alone(struct stuck_search *s, uint32_t thread)
{
    while (machine_enabled(s->machine, thread)) {
        enum states_found found;
        enum stuck_outcome outcome = stuck_step(s, thread, &found);
        if (outcome != STUCK)
            return outcome;
        if (!states_same_memory(s->states, thread))
            return CHANGES;
        if (found == STATES_KNOWN)
            break;
        outcome = keep_state(s);
        if (outcome != STUCK)
            return outcome;
    }
    return STILL;
}

bool await_returns(struct machine *m, uint32_t thread)
{
    struct stuck_search search;
    bool returns = false;
    begin_stuck_search(&search, m, state_limit(m), false, true);
    while (!returns && machine_enabled(m, thread)) {
        enum states_found found;
        if (stuck_step(&search, thread, &found) != STUCK)
            break;
        returns = found == STATES_KNOWN && states_at_first(search.states);
        if (found == STATES_KNOWN || keep_state(&search) != STUCK)
            break;
    }
    end_stuck_search(&search);
    return returns;
}

// STILL: all come back, or wait, without having changed memory: they do so in whatever order they go on.
static enum stuck_outcome try_each_alone(struct machine *m)
{
    enum stuck_outcome outcome = STILL;
    trace_none(m);
    for (uint32_t k = 0; k < m->thread_limit && outcome == STILL; k++) {
        if (!may_be_tried(m->threads[k]))
            continue;
        struct stuck_search search;
        begin_stuck_search(&search, m, state_limit(m), endless_asked(m), true);
        outcome = go_alone(&search, k);
        end_stuck_search(&search);
    }
    return outcome;
}

// ---- all of them

static enum stuck_outcome search_states(struct stuck_search *s)
{
    struct machine *m = s->machine;
    while (s->path.size) {
        struct stuck_state *state = &vector_last(&s->path);
        while (state->next < m->thread_limit && !machine_enabled(m, state->next))
            state->next++;
        if (state->next >= m->thread_limit) {
            machine_undo(m, &state->mark);
            undo_drop_mark(m);
            s->path.size--;
            if (s->path.size)
                machine_undo(m, &vector_last(&s->path).mark);
            continue;
        }
        enum states_found found;
        enum stuck_outcome outcome = stuck_step(s, state->next++, &found);
        if (outcome == STUCK && found == STATES_NEW)
            outcome = keep_state(s);
        else if (outcome == STUCK)
            machine_undo(m, &vector_last(&s->path).mark);
        if (outcome != STUCK)
            return outcome;
    }
    return STUCK;
}

static enum stuck_outcome search_within(struct machine *m, uint32_t limit)
{
    struct stuck_search search;
    trace_none(m);
    begin_stuck_search(&search, m, limit, endless_asked(m), false);
    enum stuck_outcome outcome = search_states(&search);
    end_stuck_search(&search);
    return outcome;
}

static enum stuck_outcome search_with_faint(struct machine *m)
{
    if (m->faint->used)
        return search_within(m, state_limit(m));
    enum stuck_outcome outcome = search_within(m, PLAIN_LIMIT);
    if (outcome != UNKNOWN)
        return outcome;
    m->faint->used = faint_begin(m);
    outcome = search_within(m, state_limit(m));
    m->faint->used = false;
    return outcome;
}

// ---- the question

// Rounds that were found to have no effect are executed again, to see which loops they go round, and all
// memory is compared. What is hidden (relevance.h) may have changed: then all that the threads can do is
// searched. Where it is not known after that, threads wait.
static void trace_still(struct machine *m)
{
    enum stuck_outcome outcome = try_each_alone(m);
    if (outcome == CHANGES && m->options.relevance) {
        outcome = search_with_faint(m);
        journal_history(m, JOURNAL_NOWHERE);
    }
#ifdef HEDDLE_DEBUG_CHECKS
    bool outdated = false;
    for (uint32_t k = 0; k < m->thread_limit; k++)
        outdated |= m->threads[k]->state.status == THREAD_CAME_BACK && await_outdated(m, m->threads[k]);
    assert(outdated || outcome == STUCK || outcome == STILL || outcome == INTERRUPTED || outcome == UNKNOWN);
#endif
    if (outcome != STUCK && outcome != STILL)
        trace_none(m);
}

static bool any_changes(const struct machine *m)
{
    for (uint32_t k = 0; k < m->thread_limit; k++) {
        const struct thread *t = m->threads[k];
        if (t->state.status != THREAD_CAME_BACK)
            continue;
        if (await_looked_at_hidden(m, t, &m->awaits->snapshots.data[t->state.await_from]))
            return true;
        uint32_t from = m->awaits->snapshots.data[t->state.await_from].touch;
        for (uint32_t n = t->state.await_touch; n > from; n = m->awaits->touches.data[n].previous) {
            const struct await_touch *touch = &m->awaits->touches.data[n];
            if (!clock_is(m, touch->address) && !content_equal(touch->before, touch->after))
                return true;
        }
    }
    return false;
}

// What is hidden (relevance.h) is not among what a round was seen to do. Where nobody asked whether it fails
// it may do so the next time: another thread has released its memory, or its lock.
static bool hidden_may_fail(const struct machine *m)
{
    uint32_t asked = 1u << PROPERTY_MEMORY | 1u << PROPERTY_LOCK;
    return m->options.relevance && (m->options.properties & asked) != asked;
}

static enum stuck_outcome find_outcome(struct machine *m)
{
    enum stuck_outcome outcome = STILL;
    if (machine_must_restart(m))
        return GOES_ON; // asked in vain
    if (m->options.concrete || m->options.rounds || hidden_may_fail(m))
        outcome = try_each_alone(m);
    else if (any_changes(m))
        outcome = CHANGES;
    else if (endless_asked(m))
        trace_still(m);
    if (outcome == CHANGES)
        outcome = search_with_faint(m);
    if (outcome != STILL)
        journal_history(m, JOURNAL_NOWHERE); // what was looked at has been undone within the attempt
    return outcome == STILL ? STUCK : outcome;
}

bool await_stuck(struct machine *m)
{
    if (m->awaits->stuck_known)
        return m->awaits->stuck;
    enum stuck_outcome outcome = find_outcome(m);
    if (!m->speculating && learnt_take_tried(m))
        outcome = GOES_ON; // it is found out anew in an exploration that knows this
    if (outcome == UNKNOWN)
        step_report(m, REPORT_UNKNOWN, PROPERTY_DEADLOCK,
                    "whether threads go round their loops for ever: more than %u states, or very long ones",
                    state_limit(m));
    m->awaits->stuck = outcome == STUCK;
    m->awaits->stuck_known = true;
    return m->awaits->stuck;
}
