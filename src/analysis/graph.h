// Directed graphs in compressed rows, and the classic algorithms on them: orders, dominators, strongly
// connected components. Everything is iterative: graphs may be as deep as they are large.
#ifndef HEDDLE_ANALYSIS_GRAPH_H
#define HEDDLE_ANALYSIS_GRAPH_H

#include "base/vector.h"

#include <stdbool.h>
#include <stdint.h>

#define NO_NODE 0xffffffffu

struct graph_edge {
    uint32_t from, to;
};

// Successors of node n: targets[starts[n]] .. targets[starts[n + 1] - 1], in the order in which the edges
// were given.
struct graph {
    uint32_t count;
    uint32_t *starts;
    uint32_t *targets;
};

// A graph of nodes 0 .. count - 1, and the one with all edges turned round. Owned by the caller (graph_free).
struct graph graph_make(uint32_t count, const struct graph_edge *edges, uint32_t edge_count);
struct graph graph_reversed(const struct graph *graph);
void graph_free(struct graph *graph);

// Fills order[0 .. result - 1] with the nodes that can be reached from `root`, in reverse postorder.
uint32_t graph_order(const struct graph *graph, uint32_t root, uint32_t *order);

// Immediate dominators of what can be reached from `root` (Cooper, Harvey, Kennedy 2001); NO_NODE for the
// root and for what cannot be reached. Owned by the caller. `reversed` is graph_reversed(graph).
uint32_t *graph_dominators(const struct graph *graph, const struct graph *reversed, uint32_t root);

// The number of each node's strongly connected component, in an order in which every component comes after
// those it has edges to (Tarjan). Owned by the caller; *component_count may be NULL.
uint32_t *graph_components(const struct graph *graph, uint32_t *component_count);

// A tree given by parents (NO_NODE: a root), numbered so that ancestry takes constant time.
struct graph_tree {
    uint32_t *enter, *leave; // by node
};
// `parents`: by node. Owned by the caller (graph_tree_free); does not refer to `parents`.
struct graph_tree graph_tree_make(const uint32_t *parents, uint32_t count);
void graph_tree_free(struct graph_tree *tree);
// Whether `above` is `below` or one of its ancestors.
static inline bool graph_tree_above(const struct graph_tree *tree, uint32_t above, uint32_t below)
{
    return tree->enter[above] <= tree->enter[below] && tree->leave[below] <= tree->leave[above];
}

#endif
