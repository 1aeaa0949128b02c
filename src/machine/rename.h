// Loops that call a function in each round: its variables are other objects each time. A thread that has come
// back is then in the same state *up to a renaming* of its own stack objects, which docs/awaits.md says is
// enough. Found here: which object stands for which, and that nothing else points to those that are gone.
// Private to src/machine.
#ifndef HEDDLE_MACHINE_RENAME_H
#define HEDDLE_MACHINE_RENAME_H

#include "machine/state.h"

enum { RENAMED_LIMIT = 32 }; // objects

struct renamed {
    uint32_t then, now; // objects of one size, the first one gone
    uint64_t base_then, base_now, size;
    uint32_t scopes; // what was logged of `then`
    uint8_t state;
};
struct renaming {
    uint32_t count;
    uint32_t birth; // epoch in which the oldest of the objects that are gone was made
    struct renamed object[RENAMED_LIMIT];
};

// Pairs what only the thread could reach of its stack at the moment, and is gone, with what has taken its
// place. False: they do not correspond.
bool rename_find(struct machine *m, const struct thread *t, const struct moment *moment, struct renaming *r);
// The stack object that stands for the one of then.
uint32_t rename_object(const struct renaming *r, uint32_t then);
// The value that stands for the one of then: an address in a renamed object becomes another.
uint64_t rename_bits(const struct renaming *r, uint64_t then);
// Whether an object that is gone is pointed to by a register that the thread can still read, or from its own
// memory; also where that is not known.
bool rename_leaves_pointers(struct machine *m, const struct thread *t, const struct renaming *r);
// What these two looked at becomes part of the journal.
void rename_journal(struct machine *m, const struct thread *t, const struct renaming *r);

// Whether a word is an address in a stack object that only the thread can reach: *name says which, whatever
// its number is, and where in it.
bool rename_is_own_stack(const struct machine *m, const struct thread *t, uint64_t bits, uint64_t *name);
// Whether the object is on the thread's stack and only the thread can reach it.
static inline bool rename_is_own(const struct thread *t, const struct object *o)
{
    return (o->kind == OBJECT_STACK || o->kind == OBJECT_VARIADIC) && o->owner == t->number &&
           o->reach == t->number;
}

#endif
