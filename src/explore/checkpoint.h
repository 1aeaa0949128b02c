// Checkpoints: what a search that ends early has explored, as bytes for a later search that is asked the same
// of the same program by the same build of heddle. With pruning, the later search knows the summaries of the
// states that were explored to the end (docs/pruning.md), and so explores what was not. Without, it goes on
// where the first one was (frontier.h).
//
// Summaries and frontiers speak of terms, labels of events, threads and pending reversals by number.
// Therefore the checkpoint has all of these in the order of their numbers, with the facts that were learnt,
// and a search takes it before its first step.
#ifndef HEDDLE_EXPLORE_CHECKPOINT_H
#define HEDDLE_EXPLORE_CHECKPOINT_H

#include "base/bytes.h"
#include "explore/explore.h"

struct machine;
struct search;

// Passes a checkpoint to whoever asked for it (exploration_options.keep), if there is anything to keep: not
// where a violation, a warning or a reason for being inconclusive has been found, which the later search
// would not find again. Between executions, or when the search has stopped.
void checkpoint_keep(struct search *s);
// Between executions: checkpoint_keep, if the last time was long ago.
void checkpoint_keep_now_and_then(struct search *s);
// Whether the search that left it was one with pruning; true where the checkpoint is too short to say so.
bool checkpoint_prunes(const struct checkpoint *checkpoint);
// Of a search that has not begun. False: the checkpoint is damaged, or of another program; then the search
// must not be used.
bool checkpoint_take(struct search *s, const struct checkpoint *checkpoint);

// Parts of a checkpoint, as carried.c has them, too: the names of threads, in the order of their numbers;
// what was learnt; terms, labels of events and outcomes, in the order of their numbers. False: damaged.
void checkpoint_write_threads(const struct machine *m, byte_vector *to);
void checkpoint_write_facts(const struct machine *m, byte_vector *to);
void checkpoint_write_numbers(const struct search *s, byte_vector *to);
void checkpoint_read_threads(struct search *s, struct byte_reader *from);
bool checkpoint_read_numbers(struct search *s, struct byte_reader *from);

#endif
