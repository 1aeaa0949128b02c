// What in one version of a program is what in the other: functions, globals and instructions.
//
// Functions and globals are matched by name (static ones also by file), functions that are left by how much
// of their code is alike, as GumTree (Falleri and others 2014) and BinDiff do, and globals that are left by
// where they are used. Within two functions that match, statements and then instructions are matched in their
// order by longest common subsequences (Myers 1986): first what is equal with its operands, then what is
// equal in itself, then what is only of one shape. What is matched need not be equal: difference.h compares.
#ifndef HEDDLE_ANALYSIS_MATCHING_H
#define HEDDLE_ANALYSIS_MATCHING_H

#include "analysis/code_content.h"
#include "analysis/version.h"

struct matching {
    struct code_content *contents[VERSION_COUNT];
    // By number in that version: the counterpart in the other one; NO_FUNCTION, NO_GLOBAL, NO_CODE: none.
    // Literals are no globals of the source, and have no counterparts.
    uint32_t *functions[VERSION_COUNT];
    uint32_t *globals[VERSION_COUNT];
    uint32_t *codes[VERSION_COUNT];
};

// Never fails. Owned by the caller; refers to the programs, which must outlive it.
struct matching *matching_compute(const struct program *old_program, const struct program *new_program);
void matching_free(struct matching *matching);

// The program of a version.
static inline const struct program *matching_program(const struct matching *m, enum version version)
{
    return m->contents[version]->program;
}

#endif
