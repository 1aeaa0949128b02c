// What a search over states keeps (stateful.c), and what its parts offer each other. Private to stateful*.c.
#ifndef HEDDLE_EXPLORE_STATEFUL_STATE_H
#define HEDDLE_EXPLORE_STATEFUL_STATE_H

#include "explore/backtrack.h"
#include "explore/livelock.h"
#include "explore/search.h"
#include "machine/visited.h"

#define NO_CYCLE UINT32_MAX

struct stateful {
    struct backtrack backtrack; // the first: what backtrack.h knows of it
    struct visited *visited;
    struct state_graph graph;
    VECTOR(uint32_t) states;          // by choice point: the state of the machine; NO_STATE within steps
    VECTOR(struct visited_part) more; // of the present state
    VECTOR(struct loop_seen) rounds;  // by choice point: what had been traced of its step
    struct livelock_notes notes;      // where livelocks are asked for
    bool following;                   // executes `path` instead of searching
    state_path path;
    state_list stuck;            // those that `path` has led to where threads wait for ever
    state_list serving;          // and where none does
    uint32_t goal;               // where `path` leads to
    uint32_t followed, answered; // edges of the path so far; answers of the present one
    livelock_list livelocks;     // once they were looked for (`looked`)
    bool looked;
    uint32_t next_livelock;  // `path` leads to and round the one before it
    uint32_t cycle;          // where its cycle begins in `path`; NO_CYCLE: none
    uint32_t cycle_schedule; // where it begins in the schedule
};

static inline struct stateful *stateful_of(const struct search *s)
{
    return s->reduction_state;
}

static inline bool stateful_asks_livelocks(const struct search *s)
{
    return s->options->machine.properties & 1u << PROPERTY_LIVELOCK;
}

// ---- stateful_follow.c

// Executes the next step of `path`, or says what is found at its end.
enum execution_end stateful_follow(struct search *s, enum step_result *result);
// The answer to the next choice in such a step.
uint32_t stateful_answer(struct search *s, uint32_t count);
// As of `again` in reduction.h: whether a path is to be executed next.
bool stateful_again(struct search *s);

// ---- stateful_livelock.c

// At the end of a path round a livelock's cycle: reports it.
void stateful_report_livelock(struct search *s);
// The next livelock, whose cycle `path` is to lead to and round; NULL: there is none. Where it is uncertain
// whether there are some, says why.
const struct livelock *stateful_next_livelock(struct search *s);

#endif
