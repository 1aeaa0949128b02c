// Whether conditions of a summary hold in a machine's present state: for all inputs that its path condition
// allows.
#ifndef HEDDLE_SUMMARY_ENTAIL_H
#define HEDDLE_SUMMARY_ENTAIL_H

#include "base/vector.h"
#include "machine/machine.h"
#include "summary/literal.h"

struct smt;

struct entailment {
    struct machine *machine;
    struct terms *terms;
    struct smt *smt;
    bool has_model;         // of the present path condition
    VECTOR(uint64_t) model; // by input
    VECTOR(bool) related;   // scratch, by input
    VECTOR(bool) taken;     // scratch, by condition
    VECTOR(term) path;      // what entail_related makes
};

// The machine is in another state than at the last question.
static inline void entail_restart(struct entailment *e)
{
    e->has_model = false;
}
void entail_free(struct entailment *e);

// Makes e->path: what the present path condition says of the inputs in these terms (TERM_NONE: none), and of
// others as far as that depends on it. The rest can be fulfilled whatever these inputs are.
void entail_related(struct entailment *e, const term *terms, uint32_t count);
// Whether the present path condition names the condition.
bool entail_has(const struct entailment *e, term condition);
// Conjoins to *condition (TERM_NONE: true) what has to hold of the inputs for the literal to hold. False: it
// does not hold for any, or it is not known.
bool entail_literal(struct entailment *e, const struct literal *literal, term *condition);
// Conjoins a condition that is not part of the path condition.
void entail_conjoin(struct entailment *e, term *condition, term with);
// Whether the path condition implies the condition (TERM_NONE: true), as far as the solver finds out soon.
bool entail_holds(struct entailment *e, term condition);

#endif
