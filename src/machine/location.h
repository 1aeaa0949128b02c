// What the global control location (machine_location) is made of that changes by and by: a hash of all live
// objects made after the start, and of the call stack of each thread. Private to src/machine.
#ifndef HEDDLE_MACHINE_LOCATION_H
#define HEDDLE_MACHINE_LOCATION_H

#include "base/hash.h"
#include "machine/state.h"

// An object that is alive, without its content. Those of all objects are added up (machine_core.shape).
static inline uint64_t location_object(const struct object *o)
{
    uint64_t h = hash_combine(o->base, o->size);
    return hash_combine(h, (uint64_t)o->kind << 32 | o->reach);
}

// A frame on top of another (NULL: it is the first).
static inline uint64_t location_frame(const struct frame *below, const struct frame *f)
{
    uint64_t h = hash_combine(below ? below->location : 1, (uint64_t)f->function << 32 | f->return_code);
    return hash_combine(h, f->result);
}

// The same with what the native remembers that the frame returns to.
static inline uint64_t location_native_frame(const struct frame *f)
{
    uint64_t h = hash_combine(f->location, f->native_phase + 1);
    for (unsigned k = 0; k < sizeof f->native_scratch / sizeof *f->native_scratch; k++)
        h = hash_combine(h, f->native_scratch[k]);
    return h;
}

#endif
