// What a check that ended early, by a budget, Ctrl-C or a kill, has explored: a checkpoint of its search
// (explore/checkpoint.h), kept in the store for the next check of the same program with the same options.
#ifndef HEDDLE_REPORT_UNFINISHED_H
#define HEDDLE_REPORT_UNFINISHED_H

#include "report/earlier.h"

struct unfinished;

// For one exploration: of the whole program, or of what an earlier check says nothing of (`places`, else
// NULL); with summaries of an earlier version of the program, whose `numbering` it has, else NULL. Looks for
// the checkpoint that there may be. Borrows all. NULL: the store cannot be written.
struct unfinished *unfinished_begin(struct earlier *earlier, const struct settings *settings,
                                    const struct program *program, const struct affected_places *places,
                                    const struct code_numbering *numbering);
// NULL: there is none.
const struct checkpoint *unfinished_checkpoint(const struct unfinished *unfinished);
// Puts a checkpoint in the place of the one before.
void unfinished_keep(struct unfinished *unfinished, const struct checkpoint *checkpoint);
// The exploration is over: removes what is in the store if nothing is left to explore. *kept: a checkpoint of
// this exploration is in the store. NULL is allowed.
void unfinished_end(struct unfinished *unfinished, const struct exploration *exploration, bool *kept);

#endif
