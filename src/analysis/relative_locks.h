// Locks that lie beside what they protect: `lock(&p->m); p->n++; unlock(&p->m)`, where p points to any of
// many objects, or `m` and `n` are elements with one index. Where held_locks.h asks which lock a thread
// holds, this asks how far the held lock is from what the thread accesses.
//
// Each lock that is taken is followed through the function: a thread that has executed a call that takes the
// lock at some address, and nothing since that may give it back, holds the lock at that address. Where the
// address of an access is that address plus a number (value_forms.h), the number says where the lock is from
// there. Two accesses that touch a common byte then hold the same lock if each difference that their two
// addresses can have where they overlap is the difference of these numbers: with an array of structures that
// is so, since elements are a structure's size apart.
//
// Not followed any more is a call once something may give back, set up or write over a lock at any place that
// the call may mean, in the function or what it calls, and where it returns. That an atom of the address is
// computed again (the next round of a loop takes another lock) needs no care: what computes it dominates the
// call, and the call, since it is executed on every way there, dominates the access, so that between the last
// call and the access it is not.
//
// What a call takes counts only if, at all places that it may mean,
//
// - every operation that gives back a lock there is executed by threads that hold the lock that is given
//   back, for certain: by a call that was given the same address, or as a lock of held_locks.h;
// - memory is used by operations on that sort of lock only, just there, but for plain reads, for what main
//   writes before there are other threads, and for its release;
// - no mutex is robust.
//
// That is what held_locks.h asks for a single lock, and the reason why it holds is the same: by induction
// over an execution, whoever took the lock at an address and has not given it back has it, since nobody else
// gives back what he does not have.
#ifndef HEDDLE_ANALYSIS_RELATIVE_LOCKS_H
#define HEDDLE_ANALYSIS_RELATIVE_LOCKS_H

#include "analysis/held_locks.h"
#include "analysis/value_forms.h"

enum { MOST_RELATIVE_LOCKS = 4 }; // of one access; those beyond are not seen

struct relative_lock {
    int64_t distance; // address of the access minus that of the lock
    enum lock_family family;
    bool alone;
};

struct relative_lock_list {
    uint32_t count;
    struct relative_lock locks[MOST_RELATIVE_LOCKS];
};

struct relative_locks;

// Never fails; refers to all three, which must outlive it. Owned by the caller.
struct relative_locks *relative_locks_compute(struct threads *threads, struct forms *forms,
                                              const struct held_locks *held);
void relative_locks_free(struct relative_locks *relative);

// Those that are held at a load, store or update.
void relative_locks_at(struct relative_locks *relative, uint32_t code, struct relative_lock_list *list);
// Whether accesses of so many bytes at these places, under these locks, never touch a common byte at the same
// time.
bool relative_locks_exclude(const struct relative_lock_list *a, const struct place *place_a, uint64_t size_a,
                            const struct relative_lock_list *b, const struct place *place_b, uint64_t size_b);

#endif
