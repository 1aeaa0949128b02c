// A part of an exploration that anybody can explore by himself, as often as anybody likes, on any machine:
// all executions that begin with certain choices (docs/scale.md has the argument for what follows).
//
// A part is a path from the start of the program: at each state in which several threads can go on, which of
// them, and which others were begun from there before, so that they sleep; at each choice within a step,
// which alternative. Who explores it needs nothing of other parts, and reports once what came of it:
//
// - what it has found;
// - where races are to be reversed above it: which threads are *asked for* at which states of the path. One
//   of those that a reversal can begin with is enough (source sets), so that where such a thread has been
//   begun nothing is asked for;
// - if that took too long, what is left of it: the threads that are planned at the states of the last
//   execution. Each is a part of its own.
//
//     path ── E1 ─┬─ begun before: sleeps
//                 └─ E2 ─┬─ this part ── E3 ─┬─ explored
//                        └─ asked for        ├─ explored, last: below it others are left, likewise
//                                            └─ left
#ifndef HEDDLE_EXPLORE_PART_H
#define HEDDLE_EXPLORE_PART_H

#include "base/bytes.h"
#include "explore/explore.h"
#include "machine/thread_set.h"

// One choice of a path. Threads are numbered by the order of the names of those that are enabled in the
// state, which is the same whatever numbers they have. `count` and `check` are for noticing that a path does
// not lead where it led when it was made: between how many, and a hash of what was chosen.
struct part_choice {
    uint32_t index, count, check;
    bool within_step;
    struct thread_set earlier; // between threads: those that were begun before
};
typedef VECTOR(struct part_choice) part_path;

// A path as bytes; and back.
void part_add_path(byte_vector *to, const part_path *path);
// Adds to the path, whose sets are those of a machine that there is.
void part_read_path(struct byte_reader *from, part_path *path);

// When the rest of a part is left to others, at the end of an execution: after so many executions, or so much
// work (search_work), and no sooner than no more than `rest` parts would be left, unless that takes several
// times as long. 0: never.
struct part_limits {
    uint64_t executions, work;
    uint32_t rest;
};

// How the exploration of a part has ended, first in its result.
enum part_end {
    PART_EXPLORED, // to its end, but for what is left to others
    PART_LEARNT,   // something was learnt of the program: the exploration has to start again
    PART_STOPPED,  // a violation, a budget or a lack of memory has ended it
    PART_UNFIT,    // the path leads nowhere: of another program
    PART_END_COUNT
};

// Explores the part, with --por=source or optimal and without pruning, whatever the options say of it.
// Appends the result, for split.h. `epoch`: what split_write_epoch has written; `path`: what split_write_path
// has. `start`: when the seconds that count began (clock_seconds). Of what options can call, only `finished`
// and `progress` are called. False: the epoch or the path is damaged.
bool part_explore(const struct program *program, const struct exploration_options *options,
                  struct byte_reader epoch, struct byte_reader path, const struct part_limits *limits,
                  double start, byte_vector *result);

#endif
