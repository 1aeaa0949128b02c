// By what the analyses (analysis/points_to.h) know an object of the machine: its kind, and its number among
// those of the kind (object.analysed). Private to src/machine.
#ifndef HEDDLE_MACHINE_ANALYSED_H
#define HEDDLE_MACHINE_ANALYSED_H

#include "analysis/points_to.h"
#include "machine/state.h"

// False: they know none of its kind.
static inline bool analysed_kind(const struct object *o, enum abstract_kind *kind)
{
    static const uint8_t kinds[] = {
        [OBJECT_GLOBAL] = ABSTRACT_GLOBAL,    [OBJECT_THREAD_LOCAL] = ABSTRACT_THREAD_LOCAL,
        [OBJECT_STACK] = ABSTRACT_STACK,      [OBJECT_HEAP] = ABSTRACT_HEAP,
        [OBJECT_VARIADIC] = ABSTRACT_VARARGS, [OBJECT_ARGUMENTS] = ABSTRACT_ARGUMENTS,
    };
    *kind = o->kind == OBJECT_SHADOW ? ABSTRACT_UNKNOWN : (enum abstract_kind)kinds[o->kind];
    return o->kind != OBJECT_SHADOW;
}

// Whether they tell it from others of its kind.
static inline bool analysed_has_number(const struct object *o)
{
    return o->kind != OBJECT_VARIADIC && o->kind != OBJECT_ARGUMENTS && o->kind != OBJECT_SHADOW;
}

#endif
