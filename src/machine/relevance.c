#include "machine/relevance.h"

#include "machine/native.h"
#include "machine/overwrite.h"
#include "machine/step.h"

// More hidden operations in one step are taken for a loop that may not end.
#ifndef HEDDLE_HIDDEN_LIMIT
#define HEDDLE_HIDDEN_LIMIT (1u << 15) // test builds make it small
#endif

bool relevance_learn(struct machine *m, uint32_t code, bool visible)
{
    if (m->options.concrete || m->speculating)
        return false;
    machine_learn(
        m, (struct learnt_fact){.kind = visible ? LEARNT_RELEVANT : LEARNT_RELEVANT_VALUE, .what = code});
    step_stop(m, STEP_RESTART); // whatever is known: it cannot go on
    return true;
}

bool relevance_hides(struct machine *m, enum operation_kind kind, bool *stopped)
{
    unsigned flags = relevance_here(m);
    *stopped = false;
    if (flags & (RELEVANT_ORDER | RELEVANT_LIFETIME))
        return false;
    if (kind == OPERATION_FREE && flags & RELEVANT_PART)
        return false;
    if (!operation_has(kind, OPERATION_HIDES) || ++m->state.hidden > HEDDLE_HIDDEN_LIMIT) {
        *stopped = relevance_learn(m, relevance_code(m), true);
        return false;
    }
    // Which of two stores was the last depends on hidden waiting as well.
    if (operation_enabled[kind] && !overwrite_give_up(m)) {
        *stopped = true;
        return false;
    }
    return true;
}

bool relevance_stuck(struct machine *m, bool asked)
{
    // What is only watched is no part because of its own criteria.
    unsigned flags = relevance_here(m);
    bool part = asked && flags & RELEVANT_PART && !(flags & RELEVANT_WATCHED);
    return !part && !(flags & RELEVANT_VALUE) && relevance_learn(m, relevance_code(m), true);
}

bool relevance_waits(struct machine *m)
{
    return !(relevance_here(m) & RELEVANT_ORDER) && relevance_learn(m, relevance_code(m), true);
}
