// What has changed from one version of a program to the next (CISE 5.1): statements that were added, deleted
// and modified, statements that other ones come after than before, and globals.
//
// Not a difference: comments, lines, names of local variables, the order of functions, the name of a function
// or global that is otherwise alike, the place and text with which a failed assertion is reported, and the
// runtime library, of which a program has what it uses.
#ifndef HEDDLE_ANALYSIS_DIFFERENCE_H
#define HEDDLE_ANALYSIS_DIFFERENCE_H

#include "analysis/matching.h"

enum change {
    CHANGE_NONE,
    CHANGE_REDEFINED, // says the same of operands that statements without counterparts compute, or others
                      // that control now comes from: a use of what has changed, or a statement that now uses
                      // another variable. Only the source can tell.
    CHANGE_MODIFIED,  // it has a counterpart that says something else
    CHANGE_ONLY,      // it has no counterpart: added, or in the old version deleted
};

struct difference {
    struct matching *matching; // not owned, but for its codes: jumps that lead elsewhere are no counterparts
    uint8_t *codes[VERSION_COUNT];      // by instruction: enum change
    uint8_t *globals[VERSION_COUNT];    // by global: enum change
    uint64_t *displaced[VERSION_COUNT]; // instructions that may be executed after others than before, where
                                        // jumps have changed (break, return, goto)
    bool any;
};

// Compares what was matched; takes jumps whose targets differ out of the matching (difference_control). Never
// fails. Owned by the caller; refers to `matching`, which must outlive it.
struct difference *difference_compute(struct matching *matching);
void difference_free(struct difference *difference);

// Parts in files of their own: the changes of control, with jumps taken out of the matching. Whether there
// are any: difference_control.c
bool difference_control(struct difference *difference);
// Instructions that only lead from one to the next.
bool difference_connects(unsigned op);

#endif
