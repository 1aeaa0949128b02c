// What a change can affect, as far as it is known: shared by affected.c and its parts. Private to them.
#ifndef HEDDLE_ANALYSIS_AFFECTED_STATE_H
#define HEDDLE_ANALYSIS_AFFECTED_STATE_H

#include "analysis/affected.h"

#include "analysis/slice.h"
#include "base/bit_array.h"

// One version of the two.
struct affected_version {
    const struct program *program;
    struct dependence *dependence;
    struct slice *slice;     // forward: what is affected
    uint32_t looked_at;      // members of the slice, as they came, that rules were applied to
    uint32_t carried;        // and that were carried over to the other version
    uint64_t *changed;       // instructions that have changed, or access what has
    uint64_t *endless;       // functions that may not come back any more
    VECTOR(uint32_t) behind; // instructions of which what comes after them is to be added
    bool joins, addresses;   // all joins, all comparisons of heap addresses are affected
    bool orders;             // all that depends on the order of addresses of what is made at run time is
};

struct affected {
    const struct counterparts *counterparts;
    struct affected_version impacts[2]; // by enum version
    const char *unknown;
    bool only_moved; // code and data are equal, but functions or variables lie elsewhere
};

// The calls of the version's program. Owned by its dependence graph.
static inline const struct calls *affected_calls(const struct affected_version *m)
{
    return m->dependence->calls;
}

// Makes a node of the dependence graph affected; whether it is one.
static inline void affected_add(struct affected_version *m, uint32_t node)
{
    slice_add_node(m->slice, node, NO_NODE, DEPENDENCE_DATA);
}

static inline bool affected_node(const struct affected_version *m, uint32_t node)
{
    return bit_array_has(m->slice->members, node);
}

// Makes an instruction affected, and of a call its results and what comes after it.
static inline void affected_add_code(struct affected_version *m, uint32_t code)
{
    const struct dependence_nodes *n = &m->dependence->nodes;
    uint32_t site = affected_calls(m)->site_of[code];
    affected_add(m, code);
    if (site != NO_CODE) {
        affected_add(m, n->result + site);
        affected_add(m, n->continues + site);
    }
}

// What no dependence says (affected_rules.c): what else is affected since a member of the slice is.
void affected_apply_rules(struct affected_version *m, uint32_t node);
// What is affected in a version is so in the other one (affected_carry.c): from the members that are new
// since the last time.
void affected_carry(struct affected *a, enum version version);

#endif
