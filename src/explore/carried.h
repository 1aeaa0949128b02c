// Summaries that are carried from one version of a program to the next (docs/incremental.md; Conc-iSE, ASE
// 2016, corrected as docs/design.md 7.9 says).
//
// A summary says: from each state at this control location that fulfils this condition, all was explored, and
// nothing fails. What was executed there is its footprint (summary/footprint.h). Where all of that code is
// unchanged in the new version, and matters in the same way, the summary holds in it, too:
// - Equal control locations say the same (analysis/code_numbering.h): where threads stand, which objects
// there are.
// - Whatever relevant code an execution of the new version executes from such a state, an execution of the
// old
//   version has executed: by induction over its length, since what each instruction finds is what the
//   condition says, or was made by instructions before. Irrelevant code may differ: it does not matter in the
//   new version either.
// - What the machine had learnt of the old version it knows of the new one, so that steps are the same. Where
// it
//   learns more, what was carried is forgotten; where something left executions out that does not hold of the
//   new version (learnt_holds), nothing is carried.
#ifndef HEDDLE_EXPLORE_CARRIED_H
#define HEDDLE_EXPLORE_CARRIED_H

#include "analysis/code_numbering.h"
#include "explore/checkpoint.h"

// The summaries that the check of an earlier version of the program has left.
struct carried {
    const struct program *old_version;
    struct code_carried code;
    struct code_numbering before; // of the old version, if it has one
    bool numbered;
    const unsigned char *data; // what carried_keep has passed on, but for the numbering; not owned
    size_t size;
};

// Of bytes that carried_keep passed on in the check of the old version, which must outlive it. False: nothing
// can be carried over, and *why says why, a constant. To be closed.
bool carried_open(struct carried *carried, const struct counterparts *counterparts, const void *data,
                  size_t size, const char **why);
void carried_close(struct carried *carried);
// Of a search with pruning that has not begun. False: the bytes are damaged, or do not fit: the search must
// not be used.
bool carried_take(struct search *s, const struct carried *carried);

// Of a search with pruning that has come to its end, and has found nothing: passes the summaries on to who
// asked for them (exploration_options.keep_summaries).
void carried_keep(const struct search *s);

#endif
