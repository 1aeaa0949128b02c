// The call graph, function pointers resolved by points-to, with its strongly connected components. Edges are
// calls, and what natives call back or start (points_to_callees); which of them start a thread is marked.
#ifndef HEDDLE_ANALYSIS_CALL_GRAPH_H
#define HEDDLE_ANALYSIS_CALL_GRAPH_H

#include "analysis/points_to.h"

struct call_edge {
    uint32_t caller, callee; // functions
    uint32_t code;           // the call
    bool starts;             // the callee runs in a thread that the call creates (also a key's destructor)
};

struct call_range {
    const struct call_edge *edges;
    uint32_t count;
};

enum call_root { // why a function may run without being called by code that can run
    ROOT_NONE = 0,
    ROOT_MAIN = 1,
    ROOT_CONSTRUCTOR = 2,
    ROOT_DESTRUCTOR = 4,
    ROOT_EXIT = 8, // the runtime's exit(), which main's return runs, and which calls atexit handlers
    ROOT_KEY_DESTRUCTOR = 16,
    ROOT_ESCAPED = 32, // unmodelled code may call it
};

struct call_graph;

// Owned by the caller. Needs `pt` only meanwhile.
struct call_graph *call_graph_compute(const struct program *program, struct points_to *pt);
void call_graph_free(struct call_graph *graph);

// Calls in a function, by code; calls of a function. Valid as long as the graph.
struct call_range call_graph_calls(const struct call_graph *graph, uint32_t function);
struct call_range call_graph_callers(const struct call_graph *graph, uint32_t function);
// The calls at one instruction.
struct call_range call_graph_at(const struct call_graph *graph, uint32_t code);

// ROOT_ bits (enum call_root) of the function; whether it is reachable from a root.
unsigned call_graph_roots(const struct call_graph *graph, uint32_t function);
bool call_graph_reachable(const struct call_graph *graph, uint32_t function);

// Components of mutual recursion, numbered callees first: a function's component is greater than those of the
// functions it calls, unless it is the same. Thread starts count as calls.
uint32_t call_graph_component(const struct call_graph *graph, uint32_t function);
uint32_t call_graph_component_count(const struct call_graph *graph);
// Whether the function may be on a stack twice: its component has a cycle.
bool call_graph_recursive(const struct call_graph *graph, uint32_t function);
// All functions, callees before callers, count: program->functions_count.
const uint32_t *call_graph_order(const struct call_graph *graph);

#endif
