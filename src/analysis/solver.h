// Inclusion constraints over sets of places: nodes with sets, edges along which sets flow (moved by a
// transform), and rules that look at each place that arrives in a node and may add nodes, edges and rules.
// Solved by sweeps in topological order with difference propagation; cycles of plain edges are found before
// each sweep and become one node, edges in cycles that move pointers become strides. Nodes that point to very
// many parts of objects point to the objects as wholes instead: what is known of offsets there is worth
// nothing, and multiplies places, edges and time. Private to the points-to analysis.
#ifndef HEDDLE_ANALYSIS_SOLVER_H
#define HEDDLE_ANALYSIS_SOLVER_H

#include "analysis/bits.h"
#include "analysis/objects.h"

#define NO_NODE 0xffffffffu
#define NO_RULE 0xffffffffu

struct edge {
    uint32_t to;
    uint32_t transform : 31; // index in transforms; 0: identity
    uint32_t flowed : 1;     // what the node points to, but for what is fresh, has flowed along it
};

struct node {
    bool new_edges; // some have not flowed
    bool wide;      // its places are whole objects, whatever flows in
    bool unshared;  // it became wide since its rules were shared
    uint32_t first_rule, last_rule;
    struct bits points, fresh; // fresh: part of points, not yet propagated along the edges
    struct bits waiting;       // part of points: propagated, rules not yet applied
    VECTOR(struct edge) edges;
};

// How rules of one node with the same kind, size, offset and third can become one.
enum rule_share {
    SHARE_NOT,
    SHARE_OUT,  // `other` gets something from each place (a load): one node gets it for all
    SHARE_IN,   // each place gets something from `other` (a store): one node collects it for all
    SHARE_CALL, // `other` is the first of SHARED_ARGUMENTS nodes that go in, then SHARED_RESULTS that come
                // out
};

enum { SHARED_ARGUMENTS = 8, SHARED_RESULTS = 2 };

// What happens when a place arrives in a node: `kind` and the rest mean something to the owner of the solver.
struct solver_rule {
    uint8_t kind, share; // share: enum rule_share
    bool shared;         // `other` is a node for this alone
    uint32_t next;       // of the same node
    uint32_t other, third;
    uint64_t size;
    int64_t offset;
};

// The edges that were ever added, by open addressing: each is asked for many times over, and lies in the
// table itself. A slot of zeros is free: an edge from a node to itself that moves nothing is none.
struct edge_key {
    uint32_t from, to, transform;
};
struct edge_set {
    struct edge_key *slots;
    uint32_t size, used; // size: a power of two
};

// Where a transform moves places; NO_NODE: not asked yet.
struct moves {
    uint32_t *data;
    uint32_t size, capacity;
};

typedef void rule_function(void *context, struct solver_rule rule, const struct bits *places);

struct solver {
    struct objects *objects;
    rule_function *apply;
    void *context;
    VECTOR(struct node) nodes;
    VECTOR(uint32_t) representatives; // by node: union-find, apart from the nodes since it is looked at most
    VECTOR(struct solver_rule) rules;
    VECTOR(struct transform) transforms;
    uint32_t last_transform;    // that was asked for
    VECTOR(struct moves) moves; // by transform
    uint64_t *scratch;          // a bit a part, all 0 between uses
    uint32_t scratch_words;
    struct edge_set edges;
    VECTOR(uint32_t) order; // representatives in topological order
    uint32_t *position;     // by node
    uint64_t *dirty;        // by position in the order, a bit
    uint32_t position_count;
    VECTOR(uint32_t) pending; // nodes that became dirty and have no position yet
    VECTOR(uint32_t) waiting; // nodes whose rules have to be applied
    uint32_t ordered_edges, merged;
};

// An empty system of constraints. `apply` is called with `context` for each rule and the places that arrive
// in its node. Refers to `objects`, which must outlive it.
void solver_init(struct solver *solver, struct objects *objects, rule_function *apply, void *context);
void solver_free(struct solver *solver);

// The first of `count` new nodes.
uint32_t solver_nodes(struct solver *solver, uint32_t count);
// Adds a place to what a node points to; an edge, along which sets flow from one node to the other.
void solver_add_place(struct solver *solver, uint32_t node, uint32_t place);
void solver_add_edge(struct solver *solver, uint32_t from, uint32_t to, struct transform transform);
// The rule is applied to what the node holds already, too, by and by.
void solver_add_rule(struct solver *solver, uint32_t node, struct solver_rule rule);
// Until nothing changes.
void solver_run(struct solver *solver);
// Once all is solved: releases what only tells whether an edge is new, which is as much as all else.
void solver_forget_edges(struct solver *solver);

// What the node points to: a set of places.
const struct bits *solver_points(struct solver *solver, uint32_t node);
// The node that stands for all nodes that have been merged with that one.
uint32_t solver_representative(struct solver *solver, uint32_t node);
static inline bool solver_is_representative(const struct solver *solver, uint32_t node)
{
    return solver->representatives.data[node] == node;
}

// solver_cycles.c: merges cycles of plain edges, turns edges in cycles that move pointers into strides, and
// orders the nodes.
void solver_order(struct solver *solver);
// Rules of the node that can be one (enum rule_share) become one.
void solver_share_rules(struct solver *solver, uint32_t node);
// The node has something to propagate.
void solver_mark(struct solver *solver, uint32_t node);
// Makes the node wide if it is to be: if it has very many places, or `also`.
void solver_widen(struct solver *solver, uint32_t node, bool also);
// The number of a transform, the same for equal ones; that of TRANSFORM_ANY where there are too many.
uint32_t solver_transform(struct solver *solver, struct transform transform);

#endif
