#include "machine/endless.h"

#include "analysis/analyses.h"
#include "machine/await_state.h"
#include "machine/describe.h"
#include "machine/native.h"

// ---- the loop that a thread goes round

void loop_seen_add(const struct machine *m, struct loop_seen *seen, uint32_t code, uint32_t depth)
{
    bool deeper = seen->depth && depth > seen->depth;
    if (deeper || !depth ||
        code >= m->program->code_count) // natives call functions by code of the machine's own
        return;
    const struct loop_exits *exits = analyses_loop_exits(m->program);
    const struct loop_seen place = {depth, loop_exits_at(exits, code)};
    loop_seen_unite(exits, seen, &place);
}

// Whether that is a loop that cannot be left, or none: then the thread comes from one loop to another one,
// and there the question is asked again.
static bool loop_seen_is_endless(const struct machine *m, const struct loop_seen *seen)
{
    return seen->depth && !loop_seen_leads_out(analyses_loop_exits(m->program), seen);
}

bool endless_asked(const struct machine *m)
{
    return m->options.properties & (1u << PROPERTY_DEADLOCK | 1u << PROPERTY_LIVELOCK);
}

// ---- threads

// The thread whose end this one waits for; NULL: it does not wait for an end.
static const struct thread *joins(const struct machine *m, const struct thread *t)
{
    if (t->state.status == THREAD_JOINING)
        return m->threads[t->state.joining];
    if (t->state.status != THREAD_READY || t->state.next.kind != OPERATION_JOIN_WAIT)
        return NULL;
    for (uint32_t k = 0; k < m->thread_limit; k++)
        if (m->threads[k]->state.status != THREAD_ABSENT &&
            t->state.next.access[0].address == thread_shadow(m, m->threads[k]) + SHADOW_ENDED)
            return m->threads[k];
    return NULL;
}

// What is seen of the loop that the thread goes round for ever; nothing: it goes round none, or that is not
// known. Of one that is THREAD_ENDLESS the number of frames is that of all.
static struct loop_seen seen_round(struct machine *m, const struct thread *t)
{
    switch (t->state.status) {
    case THREAD_ENDLESS: return (struct loop_seen){t->state.depth, t->state.loop};
    case THREAD_CAME_BACK:
    case THREAD_READY: return await_stuck(m) ? *await_seen(m, t->number) : (struct loop_seen){0};
    default: return (struct loop_seen){0};
    }
}

// The loop that the thread goes round for ever, without waiting. False: there is none. None (NO_FUNCTION): it
// comes from one to another.
static bool goes_round_for_ever(struct machine *m, const struct thread *t, struct loop_place *loop)
{
    struct loop_seen seen = seen_round(m, t);
    *loop = seen.loop;
    return loop_seen_is_endless(m, &seen);
}

bool machine_runs_for_ever(struct machine *m, uint32_t thread)
{
    const struct thread *t = m->threads[thread], *next;
    struct loop_place loop;
    uint32_t steps = 0;
    while ((next = joins(m, t)) && steps++ < m->thread_limit) // they may wait for each other
        t = next;
    return endless_asked(m) && goes_round_for_ever(m, t, &loop);
}

uint32_t machine_loop_for_ever(struct machine *m, uint32_t thread)
{
    struct loop_place loop;
    bool round =
        endless_asked(m) && goes_round_for_ever(m, m->threads[thread], &loop) && loop.function != NO_FUNCTION;
    return round ? loop_exits_begin(analyses_loop_exits(m->program), loop) : NO_CODE;
}

const char *machine_waits_in_call(struct machine *m, uint32_t thread, uint32_t *code)
{
    const struct thread *t = m->threads[thread];
    struct loop_seen seen = endless_asked(m) ? seen_round(m, t) : (struct loop_seen){0};
    uint32_t depth = seen.depth < t->state.depth ? seen.depth : t->state.depth;
    *code = NO_CODE;
    if (!depth || seen.loop.function == NO_FUNCTION)
        return NULL;
    while (depth && t->frames.data[depth - 1].function != seen.loop.function)
        depth--;
    return machine_library_call_around(m, thread, depth, code);
}

// ---- the rounds of a cycle

void machine_trace_rounds(struct machine *m)
{
    m->awaits->follows = true;
}

struct loop_seen machine_traced_round(const struct machine *m)
{
    return m->awaits->round;
}

void machine_set_traced_round(struct machine *m, struct loop_seen seen)
{
    m->awaits->round = seen;
    m->awaits->followed = m->state.running;
}

bool machine_is_starved(const struct machine *m, uint32_t thread)
{
    const struct thread *t = m->threads[thread], *next;
    uint32_t steps = 0;
    while ((next = joins(m, t)) && steps++ < m->thread_limit)
        t = next;
    if (t->number != thread && !joins(m, t)) // who waits for the end of another one waits as that one does
        return false;
    const struct loop_seen alone = {1, t->state.loop};
    switch (t->state.status) {
    case THREAD_ENDLESS: return loop_seen_leads_out(analyses_loop_exits(m->program), &alone);
    case THREAD_READY: return !machine_enabled(m, thread);
    case THREAD_JOINING: return true;
    default: return false;
    }
}
