#include "explore/livelock_replay.h"

#include "analysis/analyses.h"
#include "machine/questions.h"
#include "machine/thread_set.h"
#include "machine/visited.h"

struct livelock_replay {
    const struct exploration_violation *violation;
    struct machine *machine;
    struct loop_exits *exits;
    struct visited *visited;
    uint32_t begins;                     // how often the cycle was begun
    bool in_cycle, other;                // other: a round did not come back
    uint32_t state;                      // in which the cycle began
    struct thread_set enabled, executed; // in the cycle
    struct loop_seen seen;               // of the violation's thread
};

struct livelock_replay *livelock_replay_new(const struct program *program,
                                            const struct exploration_violation *violation,
                                            struct machine *machine)
{
    struct livelock_replay *r = memory_zalloc(1, sizeof *r);
    *r = (struct livelock_replay){.violation = violation,
                                  .machine = machine,
                                  .exits = analyses_loop_exits(program),
                                  .visited = visited_new(machine)};
    return r;
}

void livelock_replay_free(struct livelock_replay *r)
{
    if (!r)
        return;
    visited_free(r->visited);
    memory_free(r);
}

// The cycle begins, or has come to its end: whether in the state in which it began first.
static void compare_cycle_state(struct livelock_replay *r)
{
    uint32_t state;
    visited_add(r->visited, NULL, NULL, 0, &state);
    if (!r->begins)
        r->state = state;
    r->other |= state != r->state;
}

void livelock_replay_before(struct livelock_replay *r, uint32_t step, uint32_t thread)
{
    const struct violation_cycle *cycle = &r->violation->cycle;
    if (step == cycle->begin && cycle->length) {
        compare_cycle_state(r);
        r->begins++;
        r->in_cycle = true;
        machine_trace_rounds(r->machine);
    }
    if (!r->in_cycle)
        return;
    for (uint32_t t = 0; t < machine_thread_limit(r->machine); t++)
        if (machine_enabled(r->machine, t))
            thread_set_add(&r->enabled, t);
    thread_set_add(&r->executed, thread);
}

void livelock_replay_after(struct livelock_replay *r, uint32_t thread)
{
    if (!r->in_cycle || thread != r->violation->thread)
        return;
    struct loop_seen round = machine_traced_round(r->machine);
    loop_seen_unite(r->exits, &r->seen, &round);
}

// Whether some thread has stopped for good, or ends the program: then nobody minds that others wait.
static bool is_excused(const struct livelock_replay *r)
{
    for (uint32_t t = 0; t < machine_thread_limit(r->machine); t++)
        if (thread_status_excuses(machine_status(r->machine, t)))
            return true;
    return false;
}

bool livelock_replay_confirms(struct livelock_replay *r)
{
    uint32_t thread = r->violation->thread;
    if (r->begins != 2 || thread >= machine_thread_limit(r->machine))
        return false;
    compare_cycle_state(r);
    bool fair = thread_set_first_without(&r->enabled, &r->executed) == MACHINE_MAX_THREADS;
    bool waits = thread_set_has(&r->executed, thread)
                     ? r->seen.depth && loop_seen_leads_out(r->exits, &r->seen)
                     : machine_is_starved(r->machine, thread);
    return !r->other && fair && waits && !is_excused(r);
}
