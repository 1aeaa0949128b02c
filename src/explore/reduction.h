// A partial order reduction: which threads an exploration executes in each state. The search (explore.c)
// knows nothing of how it is chosen; a reduction is a table of operations, in a file of its own.
// docs/reduction.md says what they compute and why nothing is lost, docs/contributing.md how to add one.
//
// The search calls them in this order. In each state between two steps `schedule`; it makes a choice point
// (search_push_schedule_point, which calls `pushed`) where another thread may have to be explored from there,
// and executes a thread. When its step is over, `before_event`; then its event becomes part of the trace, and
// `after_event`. At the end of the execution `finish`, where reductions that collect races reverse them. Then
// the search goes back: at each choice point `restored`, and at one between threads `next`; where nothing is
// left at a choice point of either kind, `before_pop`. When no choice point is left, `again` may have it
// start from the beginning.
#ifndef HEDDLE_EXPLORE_REDUCTION_H
#define HEDDLE_EXPLORE_REDUCTION_H

#include "explore/sleep.h"
#include "summary/summary.h"

#define ANSWER_ALL UINT32_MAX

struct search;
struct pending_reversal;

// What is explored, before an event, because a pending reversal races with it: all threads that are enabled
// there; the reversal's thread, or one that its past begins with; one that begins the reversal of any race
// with that event.
enum reversal_start { REVERSAL_BY_ALL, REVERSAL_BY_THREAD, REVERSAL_BY_ANY };

// How choice points between threads are shared by processes (parallel.h).
struct reduction_sharing {
    // Whether the choice point has an alternative that a worker may be given now: the first events of all
    // that were given before are known; and whether it has two or more.
    bool (*may_give)(const struct search *s, uint32_t point);
    bool (*may_give_more)(const struct search *s, uint32_t point);
    // Whether anything is left to be explored from there, or to be tried.
    bool (*has_more)(const struct search *s, uint32_t point);
    // The first thing that may be given is explored by a worker from now on.
    void (*give)(struct search *s, uint32_t point);
    // In that worker, back at the choice point: begins it. False: there is nothing to explore.
    bool (*take)(struct search *s, uint32_t point, enum step_result *result);
    // The worker has reported what its first event was, or that there was none. NULL: that need not be known.
    void (*given_known)(struct search *s, uint32_t point);
    // At the end of an execution of a worker: reports what has been added to choice points above its part,
    // and has not been reported at once. NULL: all has.
    void (*report)(struct search *s);
};

// Functions that say nothing of NULL have to be there.
struct reduction {
    // Makes and releases search.reduction_state. After `init` no choice point exists.
    void (*init)(struct search *s);
    void (*free)(struct search *s);
    // The search starts again, with no choice point, because of `again` or of what was learnt about the
    // program; what belongs to all executions is kept. In the second case the executions so far count no
    // more; during this call the counters (search_executions) still have them.
    void (*restart)(struct search *s);

    // A choice point of either kind was pushed, with that index; it is about to be popped; the search is back
    // at it, machine and trace restored. NULL: nothing to do.
    void (*pushed)(struct search *s, uint32_t point);
    void (*before_pop)(struct search *s, uint32_t point);
    void (*restored)(struct search *s, uint32_t point);

    // In a state between steps: executes a thread (search_execute) and returns EXECUTION_GOES_ON, with what
    // came of it in *result; or says how the execution ended.
    enum execution_end (*schedule)(struct search *s, enum step_result *result);
    // The step has come to a choice within it: which of so many alternatives is taken, as the only one.
    // ANSWER_ALL, or NULL: all are explored, from a choice point.
    uint32_t (*answer)(struct search *s, uint32_t count);
    // The step is over; its event is not part of the trace yet. NULL: nothing to do.
    void (*before_event)(struct search *s);
    // An event was executed, with the threads that it created or joined. The first step, before any thread
    // was chosen (search.step.kind is OPERATION_NONE), has no event. False: the execution is redundant from
    // here on. NULL: nothing to do.
    bool (*after_event)(struct search *s);
    // The execution has come to an end, maximal, asleep or cut; not where the search stops or starts again in
    // its middle. NULL: nothing to do.
    void (*finish)(struct search *s);
    // At a choice point between threads, the newest: executes the next thread there. False: nothing is left.
    bool (*next)(struct search *s, uint32_t point, enum step_result *result);
    // How many ways from there are known to be left, for people (estimate.h). NULL: that cannot be said.
    uint32_t (*left)(const struct search *s, uint32_t point);
    // No choice point is left. Whether the search starts again, with other limits or for another execution.
    // Where it does not, and not everything was explored, sets result->bounded and adds a reason. NULL: it
    // does not, and everything was.
    bool (*again)(struct search *s);

    // How far it has come, for people, where a budget ends the search; owned by the caller. NULL: what any
    // search says.
    char *(*progress)(const struct search *s);

    // For pruning (pruning.h).
    // Sees to it that a pending reversal, which races with that event, is explored from before it. NULL: the
    // reduction explores everything, whatever races.
    enum reversal_start (*reverse_pending)(struct search *s, uint32_t event,
                                           const struct pending_reversal *pending);
    // Appends the sleep set of the present state; within a step, that of the state after it. NULL: nothing
    // ever sleeps.
    void (*sleeping)(struct search *s, bool in_step, sleeper_vector *set);
    // Whether whatever the present step decides is explored: none of it sleeps. NULL: it is.
    bool (*decides_all)(const struct search *s);

    // Why it goes without pruning, and why one process explores everything, for people; NULL: neither is so.
    const char *not_pruned, *not_shared;
    const struct reduction_sharing *sharing; // NULL: not_shared says why there is none
    const struct frontier_part *frontier; // NULL: a search that ends early is not gone on with (frontier.h)

    // Nothing else is searched beside it: no scouts are sent (scout.h), no search over states has its turns
    // (state_turns.h).
    bool searches_alone;
    bool collects_races; // trace.races
    bool no_trace;       // which events happen before which is not asked: none becomes part of the trace
    bool labels_events;  // event.label and event.outcome
    // A reversed operation comes right after what precedes the event that it raced with: races with earlier
    // events come up in executions that begin so.
    bool reverses_latest;
    // A reduction that never ends by itself: so many executions are explored where --max-executions says
    // nothing. 0: it ends.
    uint64_t default_max_executions;
};

extern const struct reduction reduction_none;    // none.c: all threads
extern const struct reduction reduction_bounded; // bounded.c: all threads, with few preemptions
extern const struct reduction reduction_classic; // classic.c
extern const struct reduction reduction_source;  // source.c: source sets, or with wake-up trees (POR_OPTIMAL)
extern const struct reduction reduction_random;  // random.c: in each execution another one, drawn
extern const struct reduction reduction_states;  // stateful.c: all threads, but from each state once

#endif
