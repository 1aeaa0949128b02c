// Register allocation of one function: values whose live ranges do not overlap share a register, copies
// between such values vanish, instructions without effect whose result nobody reads are removed.
#ifndef HEDDLE_LOWER_ALLOCATE_H
#define HEDDLE_LOWER_ALLOCATE_H

#include "lower/lower.h"

// Code of a function in its final order, with branch targets that are numbers of blocks in this array.
struct flat_block {
    uint32_t first, end;
    VECTOR(uint32_t) successors;
};
struct flat_code {
    VECTOR(struct emitted) code;
    VECTOR(struct flat_block) blocks;
};

// Rewrites virtual registers to final ones in the code and its operand lists; marks removed instructions with
// OP_ILLEGAL. `parameters` registers keep their numbers. Returns how many registers the function needs.
uint32_t allocate_registers(struct lowering *l, struct flat_code *flat, uint32_t parameters);

// The second opinion (`heddle-lower --check`): follows which virtual register's value every final register
// holds, over all paths, and sets l->error where an instruction reads another than it should. `colors` maps
// virtual to final.
void allocation_check(struct lowering *l, const struct flat_code *flat, const uint32_t *colors,
                      uint32_t color_count, uint32_t parameters);

#endif
