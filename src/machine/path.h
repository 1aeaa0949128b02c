// The path condition: what the decisions so far say of the inputs (docs/design.md 1), with what is looked up
// in it at every decision: whether a condition is one of its conjuncts, and what it says of the bounds of a
// term. Both cost what concerns the term asked about, not the length of the path. Private to src/machine.
#ifndef HEDDLE_MACHINE_PATH_H
#define HEDDLE_MACHINE_PATH_H

#include "machine/state.h"

// Adds a condition that can hold.
void path_push(struct machine *m, term condition);
// Back to the first `size` conditions.
void path_shrink(struct machine *m, uint32_t size);
void path_free(struct machine *m);

// Whether conjuncts and bounds alone decide the condition; *truth: what it is. The solver may decide more.
bool path_decides(struct machine *m, term condition, bool *truth);
// What is known of the values of a term of at most 64 bits.
struct term_range path_range(struct machine *m, term t);

#endif
