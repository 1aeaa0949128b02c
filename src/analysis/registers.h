// Which definitions of a register reach its uses, within one function. Registers are not in single assignment
// form (the front end allocates them), so that a register number stands for several variables; values here
// are what single assignment would name: a definition, the register's value on entry, or a merge of several
// values where control flow joins (made on the fly: Braun and others 2013).
#ifndef HEDDLE_ANALYSIS_REGISTERS_H
#define HEDDLE_ANALYSIS_REGISTERS_H

#include "analysis/flow.h"

enum register_value_kind {
    VALUE_CODE,  // written by instruction `number` (a result word of a call, one of several words, ...)
    VALUE_ENTRY, // what register `number` held on entry: a parameter, or nothing yet
    VALUE_MERGE, // one of the operands of merge `number`
};
struct register_value {
    uint32_t kind; // enum register_value_kind
    uint32_t number;
};

struct register_use {
    uint32_t number; // of the register
    struct register_value value;
};

struct registers {
    uint32_t first;   // code of the function
    uint32_t *starts; // by instruction - first: its uses are uses[starts[i]] .. uses[starts[i + 1] - 1]
    struct register_use *uses;
    uint32_t merge_count;
    // By merge: its operands, likewise, one for each edge to its node (flow.before), in that order; at the
    // first node what the function is entered with comes before them.
    uint32_t *merge_starts;
    uint32_t *merge_nodes;     // by merge: where it stands
    uint32_t *merge_registers; // by merge: the register
    struct register_value *operands;
};

// Never fails. Owned by the caller; refers to neither.
struct registers *registers_compute(const struct program *program, const struct flow *flow);
void registers_free(struct registers *registers);

// The registers that an instruction reads, each word by itself.
const struct register_use *registers_uses(const struct registers *registers, uint32_t code, uint32_t *count);
// The value of register `number` at an instruction that reads it; false: it does not read it.
bool registers_value(const struct registers *registers, uint32_t code, uint32_t number,
                     struct register_value *value);
// What that value is a copy of, by way of any number of registers (MOVE), up to a limit. False: likewise, or
// beyond the limit.
bool registers_copied(const struct registers *registers, const struct program *program, uint32_t code,
                      uint32_t number, struct register_value *value);

#endif
