// The graph of a search over states (stateful.c): which states its steps lead to. Whether threads go round
// for ever is read from it once it is complete, and the shortest way to a state.
#ifndef HEDDLE_EXPLORE_STATE_GRAPH_H
#define HEDDLE_EXPLORE_STATE_GRAPH_H

#include "base/vector.h"

#include <stdbool.h>

#define NO_STATE UINT32_MAX

// A step of a thread from a state to the next, or from the program's start to a first state (from: NO_STATE).
struct state_edge {
    uint32_t from, to;
    uint32_t answers, answer_end; // to the choices in it, in state_graph.answers
    uint16_t thread;
    bool advances; // a thread has ended, stopped or was created, or there was a choice
};

struct state_node {
    uint32_t over, unjoined; // threads that have ended or stopped for good; that were created and not joined
    bool excused; // nobody minds that others wait for ever: a thread has stopped, or ends the program
    bool waits;   // a thread is left that has not ended
};

// A cleared one is empty.
struct state_graph {
    VECTOR(struct state_node) nodes; // by state
    VECTOR(struct state_edge) edges;
    VECTOR(uint32_t) answers;
};
typedef VECTOR(uint32_t) state_path; // edges, from the start
typedef VECTOR(uint32_t) state_list;

void state_graph_free(struct state_graph *graph);

// Edges by one of their ends: those of state n are edge[first[n]] to edge[first[n + 1] - 1].
struct state_neighbours {
    uint32_t *first, *edge;
};
// By the state where they begin (`outgoing`), or end; those from the program's start begin at none.
struct state_neighbours state_neighbours_new(const struct state_graph *graph, bool outgoing);
void state_neighbours_free(struct state_neighbours *neighbours);

// Of a graph with all steps of all enabled threads in all its states: the first state in which every thread
// waits, or comes back to the same state if it goes on alone, and from which no thread ever advances,
// whatever the others do (docs/states.md). NO_STATE: there is none. A state in which no thread is enabled is
// not meant, nor is one that `known`, some states of the kind, lead to: the threads go round the same loops;
// nor one from which one of `serving` can be reached: there nobody waits for ever.
uint32_t state_graph_find_stuck(const struct state_graph *graph, const state_list *known,
                                const state_list *serving);
// By state: how many come before it, breadth first from the program's start; NO_STATE: it is not reached.
// Owned by the caller.
uint32_t *state_graph_ranks(const struct state_graph *graph);
// A shortest way to a state; appended.
void state_graph_path(const struct state_graph *graph, uint32_t state, state_path *path);

#endif
