// What a change of a program can have an effect on (change impact analysis: Conc-iSE, algorithm 3), so that
// only that has to be checked again.
//
// Two versions are given with their counterparts. What has no counterpart has changed. What depends on it is
// affected, by every kind of dependence (analysis/dependence.h), in either version; and what is affected in
// one version is so in the other one. All else is *unaffected*: it has a counterpart, and depends in both
// versions on unaffected code alone. So in every execution of one version the unaffected code does what it
// does in some execution of the other. That rests on the dependences, and on what they leave out and is added
// here:
// - Code behind a loop that may end or not, where the loop is affected: in its function, behind the calls of
//   that, and behind joins of the threads that run it.
// - Behind joins of threads in which waiting is affected.
// - Comparisons of heap addresses, where allocation or release is affected (addresses come back:
//   machine/reuse.h).
// - What computes with addresses as numbers, where functions or variables lie elsewhere, or something has
//   changed that may change where things are made; what depends on the order of two addresses, where the
//   order is another one.
// - The stack: whether calls exhaust it is no dependence. See affected_unknown.
#ifndef HEDDLE_ANALYSIS_AFFECTED_H
#define HEDDLE_ANALYSIS_AFFECTED_H

#include "analysis/counterparts.h"
#include "program/property.h"

struct affected;

// Refers to the counterparts. `stack_size`: bytes of the smallest stack of a thread; 0: no limit. Owned by
// the caller.
struct affected *affected_find(const struct counterparts *counterparts, uint64_t stack_size);
void affected_free(struct affected *affected); // NULL is allowed

// Why nothing can be said of what is affected: all of the program may be. A constant; NULL: something can.
const char *affected_unknown(const struct affected *affected);

// Whether anything is affected or has changed, as far as something can be said.
bool affected_any(const struct affected *affected);

// What of these properties (1 << enum property; of those that slices are made for, analysis/slicing.h) has to
// be checked again in the new version: the properties, and the instructions whose criteria
// (analysis/criteria.h) have changed or are affected. A deadlock is between all operations that may wait: if
// one is affected, all of them count.
struct affected_places {
    uint32_t properties;
    uint64_t *places; // set of instructions; owned by the caller
    // Failing assertions and calls of abort that are not affected: they are never reached. A set, owned by
    // the caller.
    uint64_t *unreached;
    uint32_t count; // of them
    uint32_t all;   // instructions with criteria of the properties asked for
};
// Never fails; the sets are the caller's.
struct affected_places affected_places(const struct affected *affected, uint32_t properties);

#endif
