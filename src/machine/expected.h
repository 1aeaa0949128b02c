// Whether the program's accesses go where the points-to analysis says that they may go. The slice
// (machine_options.relevance) rests on that, and some ways in which a program can make an address are
// followed by no analysis (docs/slicing.md): so each access is compared with it, and where one goes
// elsewhere, the exploration starts again with all of the program relevant. Private to src/machine.
#ifndef HEDDLE_MACHINE_EXPECTED_H
#define HEDDLE_MACHINE_EXPECTED_H

#include "machine/relevance.h"

struct points_to;

// Of a load or store: where it went last, which needs no second look.
struct expected_place {
    uint64_t object; // expected_name; 0: it was not executed yet
    uint32_t stride; // at rest + n * stride; 0: at rest
    uint32_t rest;
};

// What the analysis calls the object: its kind, and what it is numbered by. 0: it has no name there.
static inline uint64_t expected_name(const struct object *o)
{
    uint32_t number = o->kind == OBJECT_GLOBAL ? o->number : o->kind == OBJECT_HEAP ? o->made : o->site;
    return o->kind == OBJECT_SHADOW ? 0 : (uint64_t)(o->kind + 1u) << 32 | number;
}

// Whether the load or store went there before. True also where nothing is compared.
static inline bool expected_again(const struct machine *m, const struct instruction *i,
                                  const struct object *o, uint64_t offset)
{
    if (!m->expected)
        return true;
    const struct expected_place *e = &m->expected[i - m->code];
    if (e->object != expected_name(o))
        return false;
    return e->stride == 1 || (e->stride ? offset % e->stride : offset) == e->rest;
}

// The running thread accesses the object at the offset, or somewhere in it (anywhere). False: it is not what
// the analysis says; stopped.
bool expected_access(struct machine *m, const struct object *o, uint64_t offset, uint64_t size, bool write,
                     bool anywhere);
// The instruction, a call through a pointer, calls the function. False: likewise.
bool expected_call(struct machine *m, uint32_t code, uint32_t function);

// Whether the analysis says that the instruction may make that access. *place, where not NULL: what it says
// of the place.
bool expected_predicts(struct points_to *points_to, uint32_t code, const struct object *o, uint64_t offset,
                       uint64_t size, bool write, bool anywhere, struct expected_place *place);

void expected_init(struct machine *m);
void expected_free(struct machine *m);

#endif
