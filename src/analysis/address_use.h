// Which instructions compute with addresses as numbers. Where a variable lies is no dependence of anything,
// and programs should not care; but one that takes locks in the order of their addresses, or hashes
// addresses, does something else when they lie elsewhere.
#ifndef HEDDLE_ANALYSIS_ADDRESS_USE_H
#define HEDDLE_ANALYSIS_ADDRESS_USE_H

#include "analysis/points_to.h"
#include "analysis/registers.h"

// The objects in question. The sets are borrowed.
struct address_question {
    const struct program *program;
    struct points_to *points_to;
    const uint64_t *globals, *functions; // sets of numbers; NULL: none
    bool run_time;                       // whatever is made at run time: stack, heap, threads, keys, ...
    const uint64_t *left_out;            // set of abstract objects that are not; NULL: none
};

enum address_use {
    ADDRESS_USE_NONE,
    ADDRESS_USE_ORDER,  // which of two addresses is the lower one, or how far apart two made in one place are
    ADDRESS_USE_NUMBER, // bits of an address, which number it is, or how far from one made in another place
};

// How the instruction uses addresses of the objects. Whatever only computes on from what another instruction
// of the function has computed with an address as a number is no use of its own. `registers`: of its
// function.
enum address_use address_use_at(const struct address_question *question, const struct registers *registers,
                                uint32_t code);

#endif
