// One exploration by several processes (--jobs; docs/parallel.md has the argument for what follows).
//
// A process that explores hands over the shallowest thing that it knows is left: a thread, a wake-up tree or
// an alternative of a choice within a step, from a choice point on its stack. It forks: the worker
// (workers.h) has the whole state of the search, goes back to that choice point by undoing, and explores what
// was given to it, with what sleeps there. No prefix is executed again, and nothing of a state is written
// down.
//
//     owner:   p0 ── p1 ── p2 ── p3 ── ...        goes on below p1's present child
//                     └── (given) ── p2' ── ...   the worker: p0 and p1 are *above* its part
//
// - **Each choice point has one owner.** What a worker finds that has to be explored from a choice point
//   above its part (the sequence that reverses a race, a thread) it reports to its owner, which adds it as if
//   its own execution had found it: with the same test of what was explored or sleeps there. If the choice
//   point is above the owner's part as well, the owner passes it on. The worker has a copy of these choice
//   points as they were when it was forked, and so reports nothing that was superfluous then.
// - **A choice point is left only when all that was given from it, and below it, has been explored.** Until
//   then its owner waits, if it has nothing else to do; meanwhile it has no seat, and gives away what is left
//   further above.
// - **What was given sleeps for what comes after it.** For that its event has to be known, and all that its
//   step may decide. Until the worker has reported both, nothing else is begun from that choice point; what
//   has come to be explored from there meanwhile stands behind the tree that was given, or is a part of it.
// - **All processes know the same facts and number threads alike.** A worker that learns a fact, or meets a
//   thread that no execution had before, reports that upwards; the first process ends all workers and starts
//   again with it. What is seen over several executions, and is learnt only together (machine_share_seen), is
//   put together whenever a part has been explored.
// - **Results** (violations, reasons, counts) come with messages, too. The first process replays violations.
// - **A worker that is killed** is forked again by its keeper, from the state in which its part was given;
//   all messages may come twice. A keeper that is killed takes the owner's part with it, which is explored
//   again. Should there be none that could do that, the search starts again.
#ifndef HEDDLE_EXPLORE_PARALLEL_H
#define HEDDLE_EXPLORE_PARALLEL_H

#include "explore/sequence.h"
#include "explore/sleep.h"
#include "machine/thread_set.h"

struct search;
struct exploration_options;
struct parallel;

// Why a search with these options is done by one process although more were asked for; NULL: it is not.
const char *parallel_why_not(const struct exploration_options *options);
// search_continue without an end to its patience, with as many processes as the options say. One of them
// makes another search meanwhile, if `beside` is not NULL (NULL: there is no memory for it): the first of the
// two to end reports the result, which is that of `s` in any case. Returns in the process that called it
// only.
typedef struct search *(*parallel_search)(void *context);
void parallel_explore(struct search *s, parallel_search beside, void *context);

// All of these do nothing where one process explores.

// At the end of an execution: whether it has had threads that the other processes do not know, so that the
// exploration starts again (which is asked for), and nothing of it may be reported.
bool parallel_has_new_threads(struct search *s);
// Between executions: listens to the workers, and gives them something.
void parallel_turn(struct search *s);
// Back at the choice point, the newest: waits until something may be begun from there, or all that was given
// from there has been explored, or the search is to stop or to start again.
void parallel_arrive(struct search *s, uint32_t point);
// Whether workers explore what was given from the choice point.
bool parallel_has_workers(const struct search *s, uint32_t point);
// The exploration starts again. Returns in the first process only.
void parallel_restart(struct search *s);
// Where budgets are looked at.
void parallel_check(struct search *s);
// What the other processes have executed, for progress; and whether together they hold more than so much.
void parallel_add_executed(const struct search *s, uint64_t *executions, uint64_t *events);
// The ways from a choice point that were given to other processes and are not explored to their end.
struct given_ways {
    uint32_t known, unknown; // those of which it can be said how many executions they have, and the others
    uint32_t listed;         // those that the reduction still counts among what is left
    double size;             // executions that the known ones have, an estimate
};
struct given_ways parallel_given_ways(const struct search *s, uint32_t point);
bool parallel_holds_more(struct search *s, uint64_t bytes);
// For a search that this one makes by the way (search.beside): it stops when all are to stop. NULL: there is
// nobody else.
struct workers *parallel_workers(const struct search *s);
// Adds what workers have counted to a result, and frees what the processes had in common.
void parallel_end(struct search *s);
// The first choice point of this process's part: what is above belongs to others.
uint32_t parallel_base(const struct search *s);

// ---- for reductions

// Whether the choice point is above this process's part, or above the part of an exploration (part.h) that
// the search explores: then parallel_report_any notes what is to be explored from there, and sequences are
// not reported.
bool parallel_is_above(const struct search *s, uint32_t point);
// Tells the owner that one of the threads is to be explored from this choice point (source_add_any). False:
// that has been reported. `partial`: sequences are not whole any more (source_sets.partial), which the owner
// has to know as well.
bool parallel_report_any(struct search *s, uint32_t point, uint32_t first, const struct thread_set *threads,
                         bool partial);
void parallel_report_threads(struct search *s, uint32_t point, const struct thread_set *threads);
// Whether all that the sequence decides is the same in both processes: only then the sequence can be sent.
bool parallel_can_report(const struct search *s, const struct sequence *sequence);
// Writes the message, and sends what was written. In between no other message may be begun.
void parallel_write_sequence(struct search *s, uint32_t point, const struct sequence *sequence);
void parallel_report_written(struct search *s);
void parallel_report_deferred(struct search *s, uint32_t point, const struct sequence *sequence,
                              const uint32_t *before, const struct operation *operation);
void parallel_report_explored(struct search *s, uint32_t point, const struct sleeper *sleeper);

#endif
