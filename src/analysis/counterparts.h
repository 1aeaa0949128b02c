// Which functions, global variables and instructions of two versions of a program are counterparts: what one
// of them does in its version, given what it reads, the other one does in the other version. What has no
// counterpart has changed. (Conc-iSE section 5.1 calls the two results the map and the difference of the
// versions.)
//
// Which instructions are counterparts is exact, not a guess:
// - They are the same operation with the same constants; addresses of functions and variables count by what
// lies
//   there.
// - Each register that one reads was set by the counterpart of what set the other's, through the same merges
// of
//   control flow.
// - Their functions are counterparts, and their blocks stand at the same place of the same control-flow
// graph; or, where the
//   control flow of the functions differs, they come in the same order (of the blocks, a reverse postorder),
//   and whether they are executed is decided by the same sides of the same branches, but for branches without
//   a counterpart.
// Within blocks, or functions with another control flow, counterparts are a longest common subsequence
// (Wagner and Fischer 1974).
//
// Source lines, names of local variables and registers do not matter, nor where functions and variables lie,
// but to what computes with addresses (analysis/address_use.h).
#ifndef HEDDLE_ANALYSIS_COUNTERPARTS_H
#define HEDDLE_ANALYSIS_COUNTERPARTS_H

#include "analysis/version.h"
#include "program/program.h"

// Whether the instruction does nothing but set a register to a number: whoever reads it compares that.
static inline bool counterpart_constant(const struct instruction *i)
{
    return i->op == OP_CONST && !(i->aux & CONST_ADDRESS);
}

// Whether it has changed nothing by itself if it has no counterpart: of jumps, what they lead to depends on
// branches.
static inline bool counterpart_needless(const struct instruction *i)
{
    return counterpart_constant(i) || i->op == OP_JUMP;
}

// Whether the instruction calls a native that fails an assertion or aborts: the file, line and text that it
// is given are for the message, and change nothing.
static inline bool counterpart_reports(const struct instruction *i)
{
    return i->op == OP_CALL_NATIVE && native_facts(i->a) & (FACT_ASSERTS | FACT_ABORTS);
}

struct counterparts {
    const struct program *programs[2]; // by enum version
    // By version, then function, global or instruction: its counterpart; NO_FUNCTION, NO_GLOBAL, NO_CODE:
    // none. The functions and globals that have one may have changed all the same.
    uint32_t *functions[2], *globals[2], *code[2];
    uint64_t *changed_functions[2];  // as a whole: without a counterpart, or one that cannot be compared
    uint64_t *reshaped_functions[2]; // with another control flow than their counterpart
    uint64_t *changed_globals[2];    // without a counterpart, or with another size or initial value
    // By version: the functions and globals whose counterparts lie at another address; whether there are any,
    // or thread-local variables have other numbers, so that what is made at run time may lie elsewhere.
    uint64_t *moved_functions[2], *moved_globals[2];
    bool moved, moved_locals;
    // Both have the same main with the same parameters, constructors, destructors and width of pointers.
    bool same_frame;
};

// Refers to both programs. Owned by the caller.
struct counterparts *counterparts_find(const struct program *old_version, const struct program *new_version);
void counterparts_free(struct counterparts *counterparts); // NULL is allowed

// Whether nothing has changed in code, data or the stack that calls take. Functions and variables may have
// moved.
bool counterparts_all(const struct counterparts *counterparts);

#endif
