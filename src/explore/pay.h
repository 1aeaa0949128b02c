// Paying debts at a cut (DESIGN 7.4): what was explored below the summary's state is taken as executed after
// the present execution, and its races with events of that are reversed, as those of an executed event would
// be.
#ifndef HEDDLE_EXPLORE_PAY_H
#define HEDDLE_EXPLORE_PAY_H

#include "explore/debt.h"

struct search;

// Which events conflict with a thread's footprint, found once for all debts of a cut that share it.
struct conflicts {
    uint64_t cut;
    uint32_t thread, footprint;
    bool unordered;        // as of trace_conflicts
    uint32_t begin, count; // in payer.conflicting
};
#define PAYER_CONFLICTS 256u // a power of two

struct payer {
    uint64_t cuts;               // so far
    VECTOR(uint64_t) paid;       // by event: the cut for which something is explored that serves all debts
    struct conflicts *conflicts; // PAYER_CONFLICTS, by a hash: what comes to the same place takes it
    VECTOR(uint32_t) conflicting;
    VECTOR(uint32_t) events;   // scratch
    VECTOR(uint32_t) before;   // scratch: clock records
    const struct trace *trace; // scratch
};

void payer_free(struct payer *payer);
// Makes sure that all races of the debts are reversed.
void pay(struct search *s, struct payer *payer, const struct debts *debts, const uint64_t *set,
         uint32_t words);

#endif
