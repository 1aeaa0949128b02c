// Parts of a graph of states in which threads can go round for ever under strong fairness: a thread that is
// enabled again and again is executed again and again.
//
// The set of states that are visited again and again on a path without end is strongly connected. The path is
// strongly fair if and only if each thread that is enabled in one of these states executes some step between
// two of them. So what is looked for are strongly connected components in which this holds; where it does
// not, such states are left out, and the rest is taken apart again (emptiness of Streett automata: Emerson
// and Lei, 1985). Each fair path without end ends in one of the components that are left.
#ifndef HEDDLE_EXPLORE_FAIR_H
#define HEDDLE_EXPLORE_FAIR_H

#include "explore/state_graph.h"
#include "machine/thread_set.h"

struct fair_graph {
    const struct state_graph *graph; // with all steps of all enabled threads in all states
    const struct state_neighbours *outgoing;
    // Whether the edge may be taken. Threads are enabled all the same where it is not.
    bool (*has_edge)(const void *context, uint32_t edge);
    const void *context;
};

// A component: its states; the threads that execute a step between two of them. part[n] == number: state n is
// one of them.
struct fair_component {
    const uint32_t *states;
    uint32_t count;
    struct thread_set executed;
    const uint32_t *part;
    uint32_t number;
};

// A state whose component is not known yet, and which of its edges is to be looked at next.
struct fair_visit {
    uint32_t state, next;
};

// What a search for components keeps from one question to the next. A cleared one is empty.
struct fair_search {
    uint32_t *part, *order, *low; // by state; made when they are first needed
    uint32_t parts, visits;       // how many numbers have been given
    state_list pending, item, stack, components, kept;
    VECTOR(uint32_t) pending_begins, component_begins;
    VECTOR(struct fair_visit) path;
};
void fair_search_free(struct fair_search *search);

// Calls `found` with each of the largest fair components among these states, each of which is named once.
void fair_components(struct fair_search *search, const struct fair_graph *graph, const uint32_t *states,
                     uint32_t count, void (*found)(void *context, const struct fair_component *component),
                     void *context);
// Whether the edge is one of the component.
bool fair_has_edge(const struct fair_graph *graph, const struct fair_component *component, uint32_t edge);

#endif
