// Slices: what a set of statements depends on (backward), or what depends on it (forward). A slice can grow
// after it was closed: add more and close again; only what is new is looked at.
#ifndef HEDDLE_ANALYSIS_SLICE_H
#define HEDDLE_ANALYSIS_SLICE_H

#include "analysis/dependence.h"
#include "base/bit_array.h"

enum slice_part {
    SLICE_WHOLE,   // the instruction, with all that it reads
    SLICE_ADDRESS, // whether it is executed, and the addresses it uses (of a call: its arguments), but not
                   // what it reads from there or writes
    SLICE_REACHED, // only whether it is executed
};
enum slice_direction { SLICE_BACKWARD, SLICE_FORWARD };

struct slice {
    const struct dependence *dependence;
    uint32_t kinds;         // 1 << enum dependence_kind: what is followed
    uint64_t *members;      // nodes
    uint64_t *excluded;     // nodes that never become members; NULL: none
    uint64_t *touched;      // instructions of which a part was added
    VECTOR(uint32_t) order; // members as they came
    uint32_t closed[2];     // by direction: so many members were looked at
    uint32_t *from;         // by node: what brought it in; NO_NODE: it was added
    uint8_t *from_kind;     // enum dependence_kind
    uint64_t *by_part;      // nodes that a part of `from` brought in, which was not in the slice then
};

// An empty slice that follows DEPENDENCE_PLAIN. Refers to the graph.
struct slice *slice_new(const struct dependence *dependence);
void slice_free(struct slice *slice);
// Chooses the kinds of dependence to follow. What is in the slice already is looked at again by the next
// slice_close.
void slice_follow(struct slice *slice, uint32_t kinds);

// The node decides nothing that is of interest: it is kept out from now on.
void slice_exclude(struct slice *slice, uint32_t node);

// Adds an instruction, as a criterion: as a whole or in part.
void slice_add(struct slice *slice, uint32_t code, enum slice_part part);
// Adds what register `number` holds where the instruction reads it.
void slice_add_register(struct slice *slice, uint32_t code, uint32_t number);
// Adds a node of the graph, since `from`, which is in the slice, depends on it by that kind.
void slice_add_node(struct slice *slice, uint32_t node, uint32_t from, enum dependence_kind kind);
// Adds what the members depend on (backward) or what depends on them (forward), until nothing is new.
void slice_close(struct slice *slice, enum slice_direction direction);

// Whether the instruction as a whole is in the slice.
static inline bool slice_contains(const struct slice *slice, uint32_t code)
{
    return bit_array_has(slice->members, code);
}

// Whether it is, or a part of it was added.
static inline bool slice_touches(const struct slice *slice, uint32_t code)
{
    return bit_array_has(slice->members, code) || bit_array_has(slice->touched, code);
}

// One step of the way from an instruction to what was added. Of a backward slice: the next step's instruction
// depends on this one's by that kind; of a forward slice: this one's on the next one's. The last step's kind
// means nothing.
struct slice_step {
    uint32_t code;
    enum dependence_kind kind;
};
struct slice_path {
    struct slice_step *data;
    uint32_t size, capacity;
};
// Appends the way of an instruction in the slice to the path (vector_free); false: it is not in the slice.
bool slice_why(const struct slice *slice, uint32_t code, struct slice_path *path);

#endif
