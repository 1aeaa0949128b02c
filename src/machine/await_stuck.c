// Whether threads that go round loops without effect, at the end of an execution, do so for ever. They do if
// their rounds change nothing. Rounds that change memory and change it back, as looking at a variable under a
// mutex does, may let another thread go on in between, or may only keep it waiting for a moment. Then all
// that the threads can do from here is searched, until one of them gets somewhere.
#include "machine/await.h"

#include "base/hash.h"
#include "machine/journal.h"
#include "machine/step.h"

enum {
    STATE_LIMIT = 20000,
    TABLE_SIZE = 1 << 16,         // places for states
    STEP_INSTRUCTIONS = 10000000, // of one step
};

enum outcome { STUCK, GOES_ON, UNKNOWN };

struct state {
    struct machine_mark mark;
    uint32_t next; // thread to try
};

struct stuck_search {
    struct machine *machine;
    uint64_t *seen; // hashes of states, by hash
    uint32_t count;
    VECTOR(struct state) states; // on the present path
};

// ---- states

static uint64_t hash_object(const struct machine *m, const struct object *o)
{
    uint64_t h = hash_combine(o->base, o->size);
    for (uint64_t line = 0; line < (o->size + LINE_BYTES - 1) / LINE_BYTES; line++) {
        const struct line *l = &o->lines[line];
        h = hash_combine(h, hash_bytes(o->data + line * LINE_BYTES, LINE_BYTES));
        h = hash_combine(h, l->uninitialised);
        if (l->overlay)
            h = hash_combine(h, hash_bytes(&m->overlays.data[l->overlay], sizeof(struct overlay)));
    }
    return h;
}

static uint64_t hash_state(struct machine *m)
{
    uint64_t sum = 0; // a sum, so that the order in which objects were made does not matter
    for (uint32_t k = 1; k < m->objects.size; k++) {
        const struct object *o = object_get(m, k);
        bool time = o->kind == OBJECT_THREAD_LOCAL && o->site == m->slept;
        if (o->state == OBJECT_LIVE && o->reach != REACH_CONSTANT && !time)
            sum += hash_object(m, o);
    }
    for (uint32_t k = 0; k < m->thread_limit; k++) {
        const struct thread *t = m->threads[k];
        if (t->core.status != THREAD_ABSENT && t->core.depth)
            sum += hash_combine(await_glance(m, t), t->core.ticks);
    }
    return sum ? sum : 1;
}

// False: the state has been there before.
static bool enter_state(struct stuck_search *s)
{
    uint64_t hash = hash_state(s->machine);
    for (uint32_t k = hash % TABLE_SIZE;; k = (k + 1) % TABLE_SIZE) {
        if (s->seen[k] == hash)
            return false;
        if (!s->seen[k]) {
            s->seen[k] = hash;
            break;
        }
    }
    s->count++;
    vector_push(&s->states, (struct state){machine_mark(s->machine), 0});
    return true;
}

// How many threads have ended or stopped for good.
static uint32_t count_settled(const struct machine *m)
{
    uint32_t count = 0;
    for (uint32_t k = 0; k < m->thread_limit; k++) {
        enum thread_status status = m->threads[k]->core.status;
        count += status != THREAD_ABSENT && status != THREAD_READY && status != THREAD_JOINING &&
                 status != THREAD_AWAIT;
    }
    return count;
}

static void make_ready(struct machine *m)
{
    for (uint32_t k = 0; k < m->thread_limit; k++)
        if (m->threads[k]->core.status == THREAD_AWAIT)
            thread_change(m, m->threads[k])->status = THREAD_READY;
}

// ---- the search

static enum outcome search_states(struct stuck_search *s)
{
    struct machine *m = s->machine;
    uint32_t settled = count_settled(m), unjoined = m->core.unjoined;
    make_ready(m);
    enter_state(s);
    while (s->states.size) {
        struct state *state = &vector_last(&s->states);
        while (state->next < m->thread_limit && !machine_enabled(m, state->next))
            state->next++;
        if (state->next >= m->thread_limit) {
            machine_undo(m, &state->mark);
            m->undo_cores.size--;
            s->states.size--;
            if (s->states.size)
                machine_undo(m, &vector_last(&s->states).mark);
            continue;
        }
        m->next_interrupt = m->statistics.instructions + STEP_INSTRUCTIONS;
        enum step_result result = machine_step(m, state->next++);
        if (result == STEP_INTERRUPTED || s->count >= STATE_LIMIT)
            return UNKNOWN;
        if (result != STEP_DONE || count_settled(m) != settled || m->core.unjoined != unjoined)
            return GOES_ON; // a thread got somewhere: it has a choice, ends, stops, or creates another
        make_ready(m);
        if (!enter_state(s))
            machine_undo(m, &vector_last(&s->states).mark);
    }
    return STUCK;
}

static bool any_changes(const struct machine *m)
{
    for (uint32_t k = 0; k < m->thread_limit; k++) {
        const struct thread *t = m->threads[k];
        if (t->core.status != THREAD_AWAIT)
            continue;
        uint32_t from = m->await_stands.data[t->core.await_from].touch;
        for (uint32_t touch = t->core.await_touch; touch > from;
             touch = m->await_touches.data[touch].previous)
            if (m->await_touches.data[touch].before != m->await_touches.data[touch].after)
                return true;
    }
    return false;
}

static enum outcome find_outcome(struct machine *m)
{
    if (!any_changes(m))
        return STUCK;
    struct stuck_search search = {.machine = m, .seen = memory_zalloc(TABLE_SIZE, sizeof *search.seen)};
    struct attempt attempt;
    attempt_begin(m, &attempt);
    enum outcome outcome = search_states(&search);
    attempt_undo(m, &attempt);
    journal_history(m, JOURNAL_NOWHERE); // what was looked at has been undone within the attempt
    memory_free(search.seen);
    vector_free(&search.states);
    return outcome;
}

bool await_stuck(struct machine *m)
{
    if (m->await_stuck_epoch == m->epoch)
        return m->await_stuck;
    enum outcome outcome = find_outcome(m);
    if (outcome == UNKNOWN)
        step_report(m, REPORT_UNKNOWN, PROPERTY_DEADLOCK,
                    "whether threads go round their loops for ever: more than %u states", STATE_LIMIT);
    m->await_stuck = outcome == STUCK;
    m->await_stuck_epoch = m->epoch;
    return m->await_stuck;
}
