// Control flow of one function: its graph, dominators and post-dominators, loops, control dependence.
//
// Nodes are blocks, cut after every call that may not return and after every one that may wait, so that
// control passes from the first to the last instruction of a node or not at all. Beside the nodes 0 .. count
// - 1 there is the virtual node `exit`. Returns lead to it, and whatever else ends the thread there: calls
// that may not return, UNREACHABLE, UNSUPPORTED. A loop without a way out has an edge to it as well, so that
// post-dominators exist; that it may go on for ever is no dependence (what follows loops does not depend on
// them; docs/design.md 7.8).
//
// Control dependence is that of Ferrante, Ottenstein and Warren (1987), with calls that may not return as
// branches: what follows one depends on it.
#ifndef HEDDLE_ANALYSIS_FLOW_H
#define HEDDLE_ANALYSIS_FLOW_H

#include "analysis/graph.h"
#include "program/program.h"

struct flow_node {
    uint32_t first, end; // code
};

// Loops, nested: the strongly connected components with a cycle, in these the ones that are left without the
// edges to where control enters them, and so on (Steensgaard 1993). Where every loop has one entry these are
// the natural loops, those with one head taken together.
#define NO_LOOP 0xffffffffu
struct flow_loops {
    uint32_t count;
    uint32_t *of;    // by node: the innermost loop that it is part of, NO_LOOP: none
    uint32_t *outer; // by loop: the next one around it, NO_LOOP: none
};

struct flow {
    uint32_t function, count, exit;         // exit == count
    uint32_t first, end;                    // code of the function
    struct flow_node *nodes;                // in the order of the code; node 0 is the entry
    struct graph next, before;              // with `exit` as a node
    uint32_t *dominators, *post_dominators; // immediate; NO_NODE: none, or not reached
    struct graph_tree dominator_tree, post_dominator_tree;
    struct graph controllers; // from each node to those whose last instruction decides about it
    uint32_t *components;     // strongly connected ones
    bool *reachable, *cyclic; // from the entry; may be executed again after itself
    bool *leaves_loop;        // its end decides whether some loop that it is part of goes on
    struct flow_loops loops;
};

// `stops` and `waits` are sets of instructions (base/bit_array.h): the calls that may not return, and
// those that may wait. Either may be NULL: none. Only for functions with code.
struct flow *flow_compute(const struct program *program, uint32_t function, const uint64_t *stops,
                          const uint64_t *waits);
void flow_free(struct flow *flow);

// For flow_compute: `loops` and then `leaves_loop` (flow_loops.c), owned by the caller.
struct flow_loops flow_find_loops(const struct flow *flow);
bool *flow_loop_exits(const struct flow *flow);

// Whether a node, or `exit`, is part of a loop.
bool flow_in_loop(const struct flow *flow, uint32_t loop, uint32_t node);
// The innermost loop around two loops; NO_LOOP: none, or one of them is none.
uint32_t flow_loop_around(const struct flow *flow, uint32_t a, uint32_t b);

// The nodes of the natural loop of a node, a set (base/bit_array.h) that the caller releases; NULL: it is the
// head of none.
uint64_t *flow_natural_loop(const struct flow *flow, uint32_t head);

// The node of an instruction of the function.
uint32_t flow_node_at(const struct flow *flow, uint32_t code);
// The last instruction of a node (not its EXTRA): what decides where control goes.
uint32_t flow_last(const struct program *program, const struct flow *flow, uint32_t node);
// Whether every way from the entry to b passes a first; a == b counts.
bool flow_dominates(const struct flow *flow, uint32_t a, uint32_t b);
// Whether b can be executed after a in one call of the function.
bool flow_reaches(const struct flow *flow, uint32_t a, uint32_t b);
// Adds the nodes that can be reached from `node` by at least one edge (without exit) to the set.
void flow_reach(const struct flow *flow, uint32_t node, uint64_t *nodes);

// The next instruction in the code after `code`, past its EXTRA.
static inline uint32_t code_next(const struct program *program, uint32_t code)
{
    code++;
    return code < program->code_count && program->code[code].op == OP_EXTRA ? code + 1 : code;
}

#endif
