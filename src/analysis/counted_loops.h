// Loops that count: `for (i = A; i < B; i++)` with A a constant and B a constant or a value that does not
// change. How often they go round tells how many threads a loop creates, and whether another joins them all.
#ifndef HEDDLE_ANALYSIS_COUNTED_LOOPS_H
#define HEDDLE_ANALYSIS_COUNTED_LOOPS_H

#include "analysis/registers.h"

struct counted_loop {
    const struct flow *flow;
    uint32_t head;   // node
    uint64_t *nodes; // of the natural loop (base/bit_array.h)
    uint32_t node_count;
    uint32_t left_at; // node to which the head leaves the loop
    bool constant;    // it goes round `rounds` times when left there
    uint64_t rounds;
    // Not constant: loops that agree in all of these go round equally often.
    int64_t from;
    unsigned comparison;           // opcode
    const struct flow *bound_flow; // of the function that has the bound: the loop's, unless it is traced
    struct register_value bound;
    unsigned width; // bits that are compared
};

// Recognises the innermost loop around an instruction. False: there is none, or it does not count. On success
// the caller releases it.
bool counted_loop_find(const struct program *program, const struct flow *flow,
                       const struct registers *registers, uint32_t code, struct counted_loop *loop);
void counted_loop_free(struct counted_loop *loop);
// Of a loop that is not constant: its bound is known to be that number.
void counted_loop_bind(struct counted_loop *loop, uint64_t bound);

// Whether the loop with that head goes round only so often, whatever its counter begins with, as long as each
// round ends: some value that goes up or down by one is compared with one that does not change, and for some
// result the loop is left.
bool counted_loop_ends(const struct program *program, const struct flow *flow,
                       const struct registers *registers, uint32_t head);

// Whether each round executes the instruction once at most; at least; and whether the loop as a whole is
// entered once at most in a call of the function.
bool counted_loop_at_most_once(const struct counted_loop *loop, uint32_t code);
bool counted_loop_at_least_once(const struct counted_loop *loop, uint32_t code);
bool counted_loop_entered_once(const struct counted_loop *loop);
// Whether two loops go round equally often, in one call of the function that has their bound.
bool counted_loop_equal(const struct counted_loop *a, const struct counted_loop *b);

#endif
