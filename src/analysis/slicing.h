// Which statements matter to the properties that are asked, for machine_options.relevance: the backward slice
// of what the properties are about, of what synchronises and makes threads, and of what exploring has shown
// to matter as well (machine/relevance.h). docs/slicing.md has the argument.
#ifndef HEDDLE_ANALYSIS_SLICING_H
#define HEDDLE_ANALYSIS_SLICING_H

#include "analysis/relevance.h"
#include "program/program.h"

struct slicing;

// Whether there is anything to leave out: some properties are about everything.
bool slicing_helps(uint32_t properties);
// Analyses the program, which must outlive the result. `dynamic`: what other threads write counts only where
// exploring finds it to be read (machine/watch.h).
// What is known of a program from elsewhere (analysis/affected.h): sets of its instructions.
struct slicing_known {
    const uint64_t *places;    // which are to be looked at for the properties; all others do not violate them
    const uint64_t *unreached; // which are never executed
};
// `known`: NULL: nothing. `stack_size`: bytes of the smallest stack of a thread; 0: no limit.
struct slicing *slicing_new(const struct program *program, uint32_t properties, uint64_t stack_size,
                            bool dynamic, const struct slicing_known *known);
// Whether no statement of the program can violate the properties, whatever happens.
bool slicing_has_nothing_to_check(const struct slicing *slicing);
void slicing_free(struct slicing *slicing); // NULL is allowed
// Exploring has shown that an instruction matters; `visible`: and that its accesses are visible operations,
// whatever the analysis says. RELEVANCE_STATIC: a dynamic slice becomes a static one. To be followed by
// slicing_update.
void slicing_add(struct slicing *slicing, uint32_t code, bool visible);
// Exploring has shown that the program does what the analyses do not know: everything matters. Likewise.
void slicing_add_all(struct slicing *slicing);
// The slice grows by what was added.
void slicing_update(struct slicing *slicing);
// By instruction: flags of enum relevance. Stays in place when the slice grows.
const uint8_t *slicing_relevance(const struct slicing *slicing);

#endif
