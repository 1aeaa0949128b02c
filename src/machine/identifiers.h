// Identifiers that come back: handles of threads (pthread_t), numbers of thread-specific keys
// (docs/machine.md, "Identifiers that come back").
//
// A thread's handle is the address of its shadow, so that no two threads share one, and a stale handle is
// recognised. What that alone would hide is a new thread whose handle equals a stale one, as natively, where
// a handle is the address of a stack that is used again. It matters only where handles are compared, or
// computed with, so pairs of places that create threads are learnt (learnt.h): threads created at the second
// may take the handles of threads that were created at the first, and have been joined, or were detached and
// have ended. From then on that a thread gives its handle back is a visible operation, a creation conflicts
// with it, and is a choice between a new handle and each of those that are free.
//
// What is known of a handle lies in shadows, as memory: SHADOW_FREE of a thread that has given its handle
// back; SHADOW_HANDLE of one that has not its own: whose, + 1; SHADOW_HEIR of the thread whose own it is: who
// has it now, + 1. They are read and written by operations on one cell. Private to src/machine.
#ifndef HEDDLE_MACHINE_IDENTIFIERS_H
#define HEDDLE_MACHINE_IDENTIFIERS_H

#include "machine/observer.h"
#include "program/layout.h"

// main has been created: makes the cells that the operations below access. False: there is no room.
bool identifiers_begin(struct machine *m);

// Whether what a thread has done before it created its child number `child` (counted from 0; also if it has
// not created so many), and that creation, comes before all that the running thread does now in every
// equivalent execution: both are one thread, the running one descends from that child or a later one, or has
// joined the thread, or all threads are joined. In doubt false.
bool identifiers_before(struct machine *m, uint32_t thread, uint32_t child);

// ---- what may show that handles matter. False: stopped

// A thread has been created by the running one.
bool identifiers_created(struct machine *m, const struct thread *t);
// The running thread has joined it, or it is detached and has ended by an action of the running one.
bool identifiers_released(struct machine *m, const struct thread *t);
// The running thread has detached it: if it has ended, it gives its handle back.
bool identifiers_detached(struct machine *m, const struct thread *t);
// The running thread ends, after its operation: if it is detached it gives its handle back.
bool identifiers_ends(struct machine *m, const struct thread *t);
// The running thread compares two words for equality, which are the addresses of these shadows.
bool identifiers_compare(struct machine *m, const struct object *a, const struct object *b);
// The running thread computes with the word: whether it may be a handle; then it is said. (A shadow is the
// first object in its part of the address space, see thread.c.)
static inline bool identifiers_matter(const struct machine *m, uint64_t word)
{
    enum { SHADOW_ALIGNMENT = 16 };
    return word >= m->reuse_from && (word & m->memory.part_mask) == SHADOW_ALIGNMENT;
}
bool identifiers_compute(struct machine *m, uint64_t word);
// A word of a pointer's width, or what inputs make of it: they may decide between handles.
bool identifiers_compute_value(struct machine *m, struct value v);
// The running thread reads bytes of the object that are fewer than a pointer has: they may be a part of a
// handle, if it lies at a multiple of its size.
bool identifiers_read_part(struct machine *m, const struct object *o, uint64_t offset, unsigned size);

// ---- operations, once that is learnt

// The thread that has the handle of this one, whose own it is, now; NULL: none ever had.
struct thread *identifiers_holder(struct machine *m, struct thread *t);
// The thread whose own handle the thread has: itself, or another one.
const struct thread *identifiers_origin(struct machine *m, const struct thread *t);

// The running thread creates a thread: whether that may take a handle. False: stopped.
bool identifiers_may_take(struct machine *m, bool *takes);
// Adds to the operation that creates a thread what makes it conflict with releases of handles.
void identifiers_add_creation(struct machine *m, struct operation *op);
// How many handles that are over the new thread may take, and the number of the thread whose handle number
// `k` was, k below that.
uint32_t identifiers_candidates(struct machine *m);
uint32_t identifiers_candidate(const struct machine *m, uint32_t k);
// The new thread takes the handle that was `origin`'s own. False: stopped.
bool identifiers_take_handle(struct machine *m, const struct thread *t, uint32_t origin);

// Whether the release of the thread's handle is a visible operation. (Never of main's: its stack is not used
// again.)
bool identifiers_gives_back(struct machine *m, const struct thread *t);
// Adds the accesses of that operation; and does what it does. False: stopped.
void identifiers_add_release(struct machine *m, const struct thread *t, struct operation *op);
bool identifiers_give_back(struct machine *m, const struct thread *t);
// What an operation on the thread that has the handle (NULL: nobody) depends on, too.
void identifiers_add_use(struct machine *m, const struct thread *t, struct operation *op);

// The cell that stands for all numbers of keys, where they come back (native_key.c); 0: they do not.
uint64_t identifiers_keys(struct machine *m);

#endif
