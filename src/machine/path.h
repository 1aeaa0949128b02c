// The path condition: what the decisions so far say of the inputs (docs/design.md 1), with what is looked up
// in it at every decision: whether a condition is one of its conjuncts, and what it says of the bounds of a
// term. Both cost what concerns the term asked about, not the length of the path. Private to src/machine.
#ifndef HEDDLE_MACHINE_PATH_H
#define HEDDLE_MACHINE_PATH_H

#include "machine/state.h"

// Adds a condition that can hold.
void path_push(struct machine *m, term condition);
// Notes what was found to follow from the conditions, by the solver or by bounds: it is no condition of its
// own, but looked up like one. So what is known of a term after a decision does not depend on whether the
// decision was assumed before it was met (machine_assume).
void path_follows(struct machine *m, term condition);
// How much the path has, to go back to with path_shrink.
struct path_length path_length(const struct machine *m);
void path_shrink(struct machine *m, struct path_length length);
void path_free(struct machine *m);

// Whether conjuncts and bounds alone decide the condition; *truth: what it is, and from then on looked up
// like a conjunct. The solver may decide more.
bool path_decides(struct machine *m, term condition, bool *truth);
// Whether the bounds leave each input of the term one value, the one that it has in any model of the path
// condition.
bool path_fixes(const struct machine *m, term t);
// What is known of the values of a term of at most 64 bits.
struct term_range path_range(struct machine *m, term t);

#endif
