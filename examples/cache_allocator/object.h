// Free objects: what is in the memory that nobody uses.
#ifndef OBJECT_H
#define OBJECT_H

#include <stddef.h>
#include <stdint.h>

// Fits the smallest class.
struct object {
    struct object *next;
    uintptr_t mark; // object_mark while it is free: a hint that makes the search for double frees cheap
};

static inline uintptr_t object_mark(const struct object *object)
{
    return (uintptr_t)object ^ (uintptr_t)0x5ca1ab1e0ddba115u;
}

static inline void object_push(struct object **list, struct object *object)
{
    object->next = *list;
    object->mark = object_mark(object);
    *list = object;
}

// The list is not empty.
static inline struct object *object_pop(struct object **list)
{
    struct object *object = *list;
    *list = object->next;
    object->mark = 0;
    return object;
}

#endif
