// Which arguments of a call x86-64 passes in registers (System V ABI, 3.2.3): those of variable arguments are
// found by that. Private to src/lower.
#ifndef HEDDLE_LOWER_PASSING_H
#define HEDDLE_LOWER_PASSING_H

#include "lower/lower.h"

// Registers that arguments before have taken. Cleared: none.
struct passing {
    uint32_t general, floating;
};

// Takes the registers of the next argument of a call. Returns OPERAND_GENERAL, OPERAND_FLOATING, or 0: it is
// in memory, as all are for i386. Of a structure that LLVM splits 0.
uint32_t passing_take(struct lowering *l, struct passing *passing, LLVMTypeRef type);

#endif
