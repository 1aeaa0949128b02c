// Abstract objects and places, interned: equal ones have equal numbers, which the points-to sets hold.
// Private to the points-to analysis.
//
// The place anywhere in an object has the object's number; so has the only place of an object without
// structure. All other places, parts of objects, are numbered from FIRST_PART on. So sets of whole objects
// are dense.
#ifndef HEDDLE_ANALYSIS_OBJECTS_H
#define HEDDLE_ANALYSIS_OBJECTS_H

#include "analysis/points_to.h"
#include "base/index.h"
#include "base/vector.h"

// Objects 0 and 1 always exist. OBJECT_INPUT marks numbers that come from inputs: it is never part of an
// answer.
enum { OBJECT_UNKNOWN = 0, OBJECT_INPUT = 1 };
// The only places of these two.
enum { PLACE_UNKNOWN = 0, PLACE_INPUT = 1 };
#define FIRST_PART 0x80000000u

// What an instruction does to the offset of a pointer: adds, and adds any multiple of the stride. Stride
// ANY_OFFSET_STRIDE: anything. {0, 0} is the identity.
struct transform {
    int64_t add;
    uint32_t stride;
};
#define TRANSFORM_ANY ((struct transform){0, ANY_OFFSET_STRIDE})

struct objects {
    const struct program *program;
    uint32_t word; // bytes of a pointer
    VECTOR(struct abstract_object) list;
    VECTOR(uint32_t) part_count; // by object
    VECTOR(struct place) parts;  // places from FIRST_PART on
    struct index object_index, part_index;
    uint32_t *globals_by_address; // numbers of the globals that are not thread-local, by address
    uint32_t global_count;
};

// Begins with objects 0 and 1. Refers to the program, which must outlive it.
void objects_init(struct objects *objects, const struct program *program);
void objects_free(struct objects *objects);

// The object of that identity; made, with that size, where it is new. *is_new may be NULL.
uint32_t objects_get(struct objects *objects, enum abstract_kind kind, uint32_t index, uint32_t context,
                     uint64_t size, bool *is_new);
// The object of a global, of an allocation site of the program, of the variable arguments of a function.
uint32_t objects_global(struct objects *objects, uint32_t global);
uint32_t objects_site(struct objects *objects, uint32_t site);
uint32_t objects_varargs(struct objects *objects, uint32_t function);

// The number of the place, normalised: what lies outside the object becomes anywhere in it.
uint32_t objects_place(struct objects *objects, uint32_t object, int64_t offset, uint32_t stride);
// The place that a transform moves a place to; the place that a number stands for.
uint32_t objects_move(struct objects *objects, uint32_t place, struct transform transform);
struct place objects_place_at(const struct objects *objects, uint32_t place);
static inline bool objects_is_part(uint32_t place)
{
    return place >= FIRST_PART;
}
// The place anywhere in the object of a place.
static inline uint32_t objects_whole(const struct objects *objects, uint32_t place)
{
    return objects_is_part(place) ? vector_at(&objects->parts, place - FIRST_PART).object : place;
}
// Objects whose content has no structure: one place, anywhere.
bool objects_is_flat(enum abstract_kind kind);

struct place_numbers {
    uint32_t *data;
    uint32_t size, capacity;
};
// Replaces the content of `places` by the places that a constant may mean. Between two globals: either of
// them. An address outside the variable that it was computed from also means that one.
void objects_of_constant(struct objects *objects, uint64_t value, struct place_numbers *places);
// Whether the number lies in a global variable.
bool objects_is_inside(const struct objects *objects, uint64_t value);

// Of x and 0 it is x. 1 where it would not fit.
uint32_t greatest_common_divisor(uint64_t x, uint64_t y);

#endif
