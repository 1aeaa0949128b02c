// An exploration that is divided into parts (part.h): which parts there are, what is known of them, and what
// follows for the whole. It explores nothing by itself, and does not know who does: results may come in any
// order, any number of times, or never.
//
// An *epoch* is one set of facts that were learnt of the program. With a new one all begins again; results of
// an older one say nothing.
#ifndef HEDDLE_EXPLORE_SPLIT_H
#define HEDDLE_EXPLORE_SPLIT_H

#include "explore/part.h"

struct split;

// Nothing is explored yet: there is one part, number 0. Options as of part_explore. `start`: when the seconds
// that count began (clock_seconds). Program and options must outlive it.
struct split *split_new(const struct program *program, const struct exploration_options *options,
                        double start);

// The number of the present epoch.
uint32_t split_epoch(const struct split *split);
// What the parts of this epoch are explored with, for part_explore.
void split_write_epoch(const struct split *split, byte_vector *to);
// Parts have numbers below that; a part's number and path stay what they are as long as the epoch does.
uint32_t split_count(const struct split *split);
bool split_is_open(const struct split *split, uint32_t part);                     // nothing is known of it
void split_write_path(const struct split *split, uint32_t part, byte_vector *to); // as part_add_path does

enum split_news {
    SPLIT_OLD,     // of another epoch, or known
    SPLIT_TAKEN,   // the part is known now; there may be new ones
    SPLIT_EPOCH,   // another epoch has begun
    SPLIT_DAMAGED, // nobody can read that
};
// A result of a part in that epoch.
enum split_news split_hear(struct split *split, uint32_t epoch, uint32_t part, const void *data, size_t size);

// Whether all is known, or a violation or a budget has ended it.
bool split_is_over(const struct split *split);
// Ends it where an interrupt or a budget of the options says so (seconds, memory), and shows progress.
void split_look(struct split *split);
// Each part begins with an analysis of the program: with less work (part_limits) that would take most of the
// time.
uint64_t split_least_work(const struct split *split);
// Ends it before its time, with a reason.
void split_stop(struct split *split, const char *reason);
// The result, owned by the caller, with all violations replayed; frees the split.
struct exploration *split_end(struct split *split);

#endif
