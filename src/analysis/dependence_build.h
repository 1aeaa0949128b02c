// What the parts of dependence_compute share.
#ifndef HEDDLE_ANALYSIS_DEPENDENCE_BUILD_H
#define HEDDLE_ANALYSIS_DEPENDENCE_BUILD_H

#include "analysis/dependence.h"

struct dependence_link {
    uint32_t from, to;
    uint8_t kind;
};

struct dependence_build {
    struct dependence *d;
    VECTOR(struct dependence_link) links;
};

// Adds that node `from` depends on node `to`, but not for NO_NODE or a node on itself.
static inline void dependence_add(struct dependence_build *b, uint32_t from, uint32_t to,
                                  enum dependence_kind kind)
{
    if (to != NO_NODE && from != to)
        vector_push(&b->links, (struct dependence_link){from, to, (uint8_t)kind});
}

// A helper node with no fixed number.
static inline uint32_t dependence_new_node(struct dependence_build *b)
{
    return b->d->nodes.count++;
}

// The node for whether the function is called.
static inline uint32_t dependence_called(const struct dependence *d, uint32_t function)
{
    return d->nodes.called + function;
}

// The node for whether a node of the function's flow is reached.
static inline uint32_t dependence_node_reached(const struct dependence *d, uint32_t function, uint32_t node)
{
    return d->nodes.reached + d->calls->node_base[function] + node;
}

// The node that stands for a register's value; NO_NODE: it depends on nothing.
uint32_t dependence_value(const struct dependence *d, uint32_t function, struct register_value value);

void dependence_build_data(struct dependence_build *b);    // dependence_data.c
void dependence_build_control(struct dependence_build *b); // dependence_control.c
void dependence_build_memory(struct dependence_build *b);  // dependence_memory.c
void dependence_build_order(struct dependence_build *b);   // dependence_order.c

#endif
