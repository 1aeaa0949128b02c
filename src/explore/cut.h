// Reversals at a cut (docs/design.md 7.4): what was explored below the summary's state is taken as executed
// after the present execution, and its races with events of that are reversed, as those of an executed event
// would be.
#ifndef HEDDLE_EXPLORE_CUT_H
#define HEDDLE_EXPLORE_CUT_H

#include "explore/pending.h"

struct search;

// Which events conflict with a thread's label, found once for all pending reversals of a cut that share it.
struct conflicts {
    uint64_t cut;
    uint32_t thread, label;
    bool unordered;        // as of trace_conflicts
    uint32_t begin, count; // in cut_reversals.conflicting
};
#define CUT_CONFLICTS 256u // a power of two

struct cut_reversals {
    uint64_t cuts;               // so far
    VECTOR(uint64_t) begun;      // by event: the cut for which a thread is explored that begins any reversal
    struct conflicts *conflicts; // CUT_CONFLICTS, by a hash: what comes to the same place takes it
    VECTOR(uint32_t) conflicting;
    VECTOR(uint32_t) events;   // scratch
    VECTOR(uint32_t) before;   // scratch: clock records
    const struct trace *trace; // scratch
};

void cut_free(struct cut_reversals *cuts);
// The present execution is cut: reverses its races with the pending reversals of the set (a bit set of so
// many words). `cuts` is kept from one cut to the next.
void cut_reverse(struct search *s, struct cut_reversals *cuts, const struct pending_reversals *pending,
                 const uint64_t *set, uint32_t words);
// Whether one of the set is in a data race with an event of the present execution: they touch a byte, one of
// them writes, one is neither atomic nor in an atomic section, and nothing orders them.
bool cut_races(struct search *s, struct cut_reversals *cuts, const struct pending_reversals *pending,
               const uint64_t *set, uint32_t words);

#endif
