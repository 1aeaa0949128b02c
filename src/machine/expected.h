// Whether the program's accesses go where the points-to analysis says that they may go. Slices
// (machine_options.relevance), faint values (faint.h), clocks that stand still (clock.h), alike threads that
// begin in one order (interchangeable.h) and seeds that are the same in each run (native_runtime.c) rest on
// that, and some ways in which a program can make an address are followed by no analysis (docs/slicing.md):
// so where one of these is used, each access is compared with the analysis. Where one goes elsewhere, that is
// learnt (LEARNT_UNFORESEEN): the exploration starts again with all of the program relevant, no value faint,
// clocks that go on, threads that begin in every order, and random numbers that may be any. A replay knows it
// from its start and compares nothing. Private to src/machine.
#ifndef HEDDLE_MACHINE_EXPECTED_H
#define HEDDLE_MACHINE_EXPECTED_H

#include "machine/relevance.h"

// Where a load or store went last, which needs no second look. Of a call: which function it called.
struct expected_place {
    uint32_t number; // object.analysed, or the function
    uint16_t kind;   // enum object_kind + 1, or EXPECTED_FUNCTION; 0: it was not executed yet
    uint16_t stride; // not 0: at rest + n * stride; 0: where the bits of the mask are those of rest
    uint32_t mask, rest;
};

#define EXPECTED_FUNCTION UINT16_MAX

// Whether the load or store went there before. True also where nothing is compared.
static inline bool expected_again(const struct machine *m, const struct instruction *i,
                                  const struct object *o, uint64_t offset)
{
    if (!m->expected)
        return true;
    const struct expected_place *e = &m->expected[i - m->code];
    return e->kind == o->kind + 1 && e->number == o->analysed &&
           (e->stride ? offset % e->stride : offset & e->mask) == e->rest;
}

// The running thread accesses the object at the offset, or somewhere in it (anywhere). False: it is not what
// the analysis says; stopped.
bool expected_access(struct machine *m, const struct object *o, uint64_t offset, uint64_t size, bool write,
                     bool anywhere);
// The instruction, a call through a pointer, calls the function. False: it is not what the analysis says;
// stopped.
bool expected_call(struct machine *m, uint32_t code, uint32_t function);

// Something rests on the analysis from now on: accesses are compared with it.
void expected_begin(struct machine *m);

struct points_to;

// Whether the analysis says that the instruction may make that access. *place, where not NULL: what it says
// of the place.
bool expected_predicts(struct points_to *points_to, uint32_t code, const struct object *o, uint64_t offset,
                       uint64_t size, bool write, bool anywhere, struct expected_place *place);

#endif
