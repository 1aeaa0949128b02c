// The dependence graph of a whole program, across functions and threads: what each instruction depends on, by
// kind. Slices (slice.h) are what can be reached in it.
//
// Its nodes are the instructions, and helpers between them that keep it small: whether a piece of code is
// reached, a function is called, a call comes back; what a parameter, a result or a merged register holds;
// what was read from and written to a range of memory. An edge leads from a node to what it depends on.
//
// Dependence over-approximates (docs/design.md 7.8), under the assumption of points_to.h, with these limits
// that its users have to know:
// - An instruction that fails (an invalid access, a division by zero) ends its thread. What comes after it
//   depends on its not failing only through the criteria of the properties `memory`, `arithmetic` and so on
//   (criteria.h): a slice for `assertion` alone is exact for executions without such failures.
// - Loops and waiting are assumed to end, except where the kinds WAIT and LOCK are followed.
// - That the end of the program cuts other threads short is no dependence.
#ifndef HEDDLE_ANALYSIS_DEPENDENCE_H
#define HEDDLE_ANALYSIS_DEPENDENCE_H

#include "analysis/registers.h"
#include "analysis/threads.h"

// DEPENDENCE(NAME, WORD, TEXT): WORD for options and files, TEXT between the dependent and what it depends
// on.
#define DEPENDENCE_KINDS(X)                                                                                  \
    X(DATA, "data", "uses the value of")                                                                     \
    X(MEMORY, "memory", "may read what is written by")                                                       \
    X(ACROSS, "across", "may read what another thread writes in")                                            \
    X(PARAMETER, "parameter", "gets an argument from")                                                       \
    X(RETURN, "return", "uses the result of")                                                                \
    X(CONTROL, "control", "is reached or not by")                                                            \
    X(CALL, "call", "is called by")                                                                          \
    X(CREATE, "create", "runs in the thread created by")                                                     \
    X(STOPS, "stops", "is reached only if control comes back from")                                          \
    X(SYNCHRONISATION, "synchronisation", "depends on the state of the object changed by")                   \
    X(WAIT, "wait", "comes after waiting in")                                                                \
    X(LOCK, "lock", "is protected by")                                                                       \
    X(RELEASE, "release", "needs memory that may be released by")

enum dependence_kind {
#define DEPENDENCE(name, word, text) DEPENDENCE_##name,
    DEPENDENCE_KINDS(DEPENDENCE)
#undef DEPENDENCE
        DEPENDENCE_KIND_COUNT
};
// A kind's word in outputs that programs read, and its text for people, as the table above has them.
// Constants.
const char *dependence_word(enum dependence_kind kind);
const char *dependence_text(enum dependence_kind kind);

// What decides the values and the control of an instruction, in executions in which nothing waits for ever.
#define DEPENDENCE_PLAIN                                                                                     \
    (1u << DEPENDENCE_DATA | 1u << DEPENDENCE_MEMORY | 1u << DEPENDENCE_ACROSS |                             \
     1u << DEPENDENCE_PARAMETER | 1u << DEPENDENCE_RETURN | 1u << DEPENDENCE_CONTROL |                       \
     1u << DEPENDENCE_CALL | 1u << DEPENDENCE_CREATE | 1u << DEPENDENCE_STOPS |                              \
     1u << DEPENDENCE_SYNCHRONISATION)
// Also what it has to wait for, and what keeps other threads away from it.
#define DEPENDENCE_ORDERED (DEPENDENCE_PLAIN | 1u << DEPENDENCE_WAIT | 1u << DEPENDENCE_LOCK)

struct dependence_edge {
    uint32_t node; // depended on; in the reversed direction: that depends
    uint8_t kind;
};

struct dependence_edges {
    uint32_t *starts; // by node
    struct dependence_edge *edges;
};

// Where each sort of node begins; see dependence.c.
struct dependence_nodes {
    uint32_t reached, called, comes_back, parameter, merge, result, continues, waited, cell, count;
};

struct dependence {
    const struct program *program;
    const struct calls *calls;
    struct threads *threads;
    struct registers **registers; // by function; NULL: no code
    struct dependence_nodes nodes;
    uint32_t *parameter_base, *merge_base; // by function, from nodes.parameter and nodes.merge
    struct dependence_edges needs, serves; // what a node depends on; what depends on it
};

// Of a program that was analysed; refers to all of these. The kinds WAIT and LOCK are only there in the
// ordered graph, which takes longer.
struct dependence *dependence_compute(struct threads *threads);
struct dependence *dependence_compute_ordered(struct threads *threads);
void dependence_free(struct dependence *dependence);

// Nodes: an instruction's own number is its node as a whole.
uint32_t dependence_reached(const struct dependence *d, uint32_t code);
// What a register holds where the instruction reads it; NO_NODE: nothing that depends on anything.
uint32_t dependence_operand(const struct dependence *d, uint32_t code, uint32_t register_number);

#endif
