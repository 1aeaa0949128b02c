// Which registers are live where blocks begin: read on some path from there before they are written. One
// backward dataflow (Aho, Lam, Sethi, Ullman: Compilers, 9.2.5), for programs and, while registers are
// allocated, for code that is not part of one yet.
#ifndef HEDDLE_PROGRAM_LIVENESS_H
#define HEDDLE_PROGRAM_LIVENESS_H

#include "base/vector.h"
#include "program/registers.h"

// Rows are sets of registers, a bit each (base/bit_array.h), one for each block.
struct liveness {
    uint32_t words;           // of a row
    uint64_t *used, *defined; // read before it is written in the block; written in it
    uint64_t *live;           // where the block begins
    VECTOR(uint32_t) starts;  // by block: its first successor
    VECTOR(uint32_t) to;      // successors: blocks
};

// To be filled block by block: liveness_block, then liveness_operand and liveness_successor for what is in
// it; then liveness_solve.
void liveness_init(struct liveness *l, uint32_t blocks, uint32_t registers);
void liveness_free(struct liveness *l);
// Begins the next block.
void liveness_block(struct liveness *l);
// A register that the next instruction reads or writes: reads first.
void liveness_operand(struct liveness *l, uint32_t number, enum register_role role);
static inline void liveness_successor(struct liveness *l, uint32_t block)
{
    vector_push(&l->to, block);
}
void liveness_solve(struct liveness *l);

// The blocks of a function, numbered from its first one on. `counts`, if not NULL, says whether an operand of
// the instruction at `code` is looked at: `slot` is the field of the instruction, or of its operand list,
// that names the register.
typedef bool liveness_filter(const void *context, uint32_t code, const uint32_t *slot,
                             enum register_role role);
void liveness_of_function(struct liveness *l, const struct program *program, uint32_t function,
                          liveness_filter *counts, const void *context);

static inline const uint64_t *liveness_begin(const struct liveness *l, uint32_t block)
{
    return l->live + (size_t)block * l->words;
}
const uint32_t *liveness_successors(const struct liveness *l, uint32_t block, uint32_t *count);
// What is live where the block ends, into a row.
void liveness_end(const struct liveness *l, uint32_t block, uint64_t *row);

#endif
