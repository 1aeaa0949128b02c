// The state of one depth-first search. Private to src/explore.
#ifndef HEDDLE_EXPLORE_SEARCH_H
#define HEDDLE_EXPLORE_SEARCH_H

#include "explore/debt.h"
#include "explore/explore.h"
#include "explore/pruning.h"
#include "explore/race.h"
#include "explore/sleep.h"
#include "explore/slicing.h"
#include "explore/thread_set.h"
#include "explore/trace.h"
#include "explore/wakeup.h"

#define NO_NODE NO_EVENT
#define NO_DONE 0xffffffffu

// The step being executed, between its start and the state it ends in. Choices inside it keep it.
struct present_step {
    uint32_t thread, code;
    enum operation_kind kind;
    uint32_t
        known_accesses; // of the operation before it was executed; an atomic section turns out to have more
    bool may_block;
    uint32_t lock_holder; // before the step (machine_lock_holder)
    uint32_t node;        // scheduling node it starts from, NO_NODE: none
    bool alone;           // no other thread was enabled there
    // What the step is to decide (OUTCOME_ANY: all there is), and how many of its choices have been answered.
    uint32_t guide, answered;
};

// A choice point on the stack.
struct node {
    struct machine_mark machine;
    struct trace_mark trace;
    uint32_t schedule;    // size of the schedule before it
    uint64_t preemptions; // before it
    // a choice inside a step; else a scheduling choice
    bool choice, branch;
    bool survived;               // choice: some alternative was not asleep
    bool summarised;             // choice: it gets a summary
    bool covered;                // scheduling choice: by a summary, but for those that it starts with
    struct present_step step;    // choice: the step it is in
    uint32_t alternative, count; // choice: the one being explored, how many there are
    // scheduling choice
    struct thread_set enabled;
    struct thread_set backtrack, done; // none, classic
    uint32_t inherited;                // source, optimal: where what it has inherited of `sleep` ends
    struct sleep_span sleep; // source, optimal: inherited, and what was explored before the present child
    uint32_t explored;       // the present child, by outcome: list in reduction.done
    uint32_t wakeup;         // what is to be explored after the present child
    uint32_t deferred;       // reversals that wait for the node's state: index + 1 in reduction.deferred
};

// A reversal that may be impossible: whether the last operation is enabled after the others is found out when
// the search is back at the node.
struct deferred_reversal {
    struct sequence sequence; // with clocks of its own
    uint32_t *clocks;         // owned; after those of the items, that of the last item's thread before it
    struct operation operation;
    uint32_t next;
};

struct explored_outcome {
    struct sleeper sleeper;
    uint32_t next;
};

// What source sets and wake-up trees need (source.c).
struct reduction {
    struct footprints footprints;
    struct outcomes outcomes;
    struct sleepers sleepers;
    struct wakeup_pool wakeups;
    uint32_t wakeup; // trees to be explored from the present state on
    VECTOR(struct explored_outcome) done;
    uint32_t unused_done;
    VECTOR(struct deferred_reversal) deferred;
    uint32_t unused_deferred;   // index + 1
    uint32_t first_race;        // races before it have been reversed
    struct sequence sequence;   // scratch
    VECTOR(uint32_t) clock;     // scratch: of the sequence's last item
    VECTOR(struct race) races;  // scratch
    VECTOR(struct sleeper) set; // scratch
    VECTOR(bool) dropped;       // scratch
};

struct search {
    const struct program *program;
    const struct exploration_options *options;
    struct exploration *result;
    struct machine *machine;
    struct terms *terms;
    struct smt *smt;
    struct trace trace;
    VECTOR(struct node) nodes;
    schedule_vector schedule;
    struct present_step step;
    struct reduction reduction;
    struct race_detector *races; // NULL: not asked for
    struct slicing *slicing;     // NULL: everything matters
    struct pruning *pruning;     // NULL: nothing is cut
    enum por_algorithm por;
    const struct patience *patience;        // as of search_continue
    uint64_t work_before;                   // in states, before the last restart
    uint64_t preemptions, preemption_limit; // of the present execution; of all, 0: none
    bool preemption_cut;                    // some schedule has more
    uint32_t assumption;                    // where one did not hold, NO_FUNCTION: none
    bool quiet;                             // executing something only to see whether it is possible
    bool restart;                           // a race was found that shows what was left out: start again
    bool stop;                              // a violation, a budget or Ctrl-C ends the search
    bool paused;                            // patience was at an end, and something is left to explore
    bool exhausted;                         // memory ran out within a step: its state is of no use any more
    bool output_shown;                      // the first execution is over: its output has been shown
    double start, next_progress;            // of the seconds that count; see search_clock
    double next_weighing;                   // when the memory is looked at again
    uint64_t ticks;
};

// explore.c
// Where a search pauses, at the end of an execution: after so many, or so many instructions and no fewer than
// `least` executions, or so much work (search_work). 0: not because of that.
struct patience {
    uint64_t executions, least, instructions, work;
};
// A search that has not begun; `start`: when the seconds that count began. Program and options must outlive
// it.
struct search *search_new(const struct program *program, const struct exploration_options *options,
                          double start);
// Goes on to its end (true), or until it pauses. NULL: it never does.
bool search_continue(struct search *s, const struct patience *patience);
// No memory is left for it to go on with.
void search_exhaust(struct search *s);
// How much it has done so far, in steps of about 10 ns: counted, not measured, so that it is always the same.
uint64_t search_work(const struct search *s);
uint64_t search_executions(const struct search *s);
// Its result, owned by the caller; frees the search.
struct exploration *search_end(struct search *s);
// Frees the search and what it found.
void search_abandon(struct search *s);
struct thread_set search_enabled(const struct search *s);
// The thread of the set that goes on with fewest context switches.
uint32_t search_prefer(const struct search *s, const struct thread_set *set);
// Pushes a node for the present state; fields of the machine and the trace are filled in. Returns its index.
uint32_t search_push_node(struct search *s, struct node node);
// Lets the thread execute its next operation. `guide`: what it is to decide.
enum step_result search_execute(struct search *s, uint32_t thread, uint32_t node, bool alone, uint32_t guide);

// violation.c: records what the machine reports.
void search_report(struct search *s, const struct machine_report *report);
// Records a deadlock in the present state.
void search_report_deadlock(struct search *s);
void search_add_reason(struct search *s, uint32_t code, const char *message);
// What the other search has found and this one has not is its own from now on.
void search_take_violations(struct search *s, struct search *from);
// Replays all violations; sets result->internal_error where one does not fail again. Uses nothing of the
// search but its result, program and options.
void search_confirm(struct search *s);
// Takes those out of the result that have not failed again.
void search_drop_unconfirmed(struct search *s);

// The new violation, to be completed; NULL: it is known, or enough have been found.
struct exploration_violation *search_add_violation(struct search *s, enum property property,
                                                   const char *message, uint32_t thread, uint32_t code);

// race_search.c: looks for data races of the last step, which is part of the trace.
void race_executed(struct search *s);

// classic.c: adds backtracking points for races of what the last step has done beyond what was known before
// it (called before the event is part of the trace), and of what threads are about to do (called after).
void classic_executed(struct search *s);
void classic_update(struct search *s);
// What a debt stands for races with an event, executed from that node. What is explored before it now: all
// that are enabled there; one that can start the reversal; one that can start the reversal of any debt.
enum owed { OWED_ALL, OWED_THREAD, OWED_START };
enum owed classic_owe(struct search *s, uint32_t node, const struct debt *debt);

// source.c: source sets and wake-up trees (Abdulla, Aronis, Jonsson, Sagonas, POPL 2014).
static inline bool source_is_on(const struct search *s)
{
    return s->por == POR_SOURCE || s->por == POR_OPTIMAL;
}
void source_init(struct search *s);
void source_free(struct search *s);
void source_restart(struct search *s);
// The last event of the trace has been executed. False: it was asleep, the execution is redundant.
bool source_executed(struct search *s);
enum source_step { SOURCE_WENT_ON, SOURCE_OVER, SOURCE_ASLEEP, SOURCE_CUT };
// Chooses the next thread and lets it execute. SOURCE_OVER: none is enabled; SOURCE_ASLEEP: all that are
// sleep; SOURCE_CUT: a summary covers the state.
enum source_step source_go_on(struct search *s, enum step_result *result);
// An execution has come to its end, or was cut: what has to be explored because of it is added to the nodes.
void source_finish(struct search *s);
// The search is back at a scheduling node (state restored). Executes the next child; false: there is none.
bool source_next(struct search *s, uint32_t node, enum step_result *result);
// A node is about to be popped.
void source_pop(struct search *s, struct node *node);
// As classic_owe.
enum owed source_owe(struct search *s, uint32_t event, const struct debt *debt);
// The search is back at any node.
void source_restored(struct search *s, const struct node *node);

// reversal.c: the sequence that reverses a race, and the order of the present execution it is made from.

// The operation that is to come first: executed later (`second`), or still pending (NO_EVENT).
struct reversed {
    uint32_t second, thread, count, footprint;
    const uint32_t *before;            // clock of its thread before it, NULL: nothing was
    const struct operation *operation; // where it may block
};

// Clock of the event's thread before it, and of a thread at the end; NULL: nothing was.
const uint32_t *reversal_clock_before(const struct search *s, uint32_t event);
const uint32_t *reversal_present_clock(const struct search *s, uint32_t thread);
// Makes reduction.sequence: what follows the event `first` without depending on it, and then `reversed`.
// Valid until the next.
void reversal_build(struct search *s, uint32_t first, const struct reversed *reversed);
// Only what follows the event without depending on it; and to add `reversed` to that.
void reversal_build_executed(struct search *s, uint32_t first);
void reversal_append(struct search *s, const struct reversed *reversed);
// Fills in the clock of a sequence's last item, which holds that of its thread before it.
void reversal_finish_clock(struct search *s, struct sequence *sequence, uint32_t *clock);

// blocking.c: whether the reversal of a race with an operation that may block is possible.
enum possibility { POSSIBLE, IMPOSSIBLE, DEPENDS };
// Whether the two, in conflict, are never enabled together: who holds a lock gives it back in the event, and
// another thread takes it next.
bool blocking_never(const struct event *event, enum operation_kind next);
enum possibility blocking_possible(const struct search *s, const struct event *first,
                                   const struct sequence *sequence, const struct operation *operation);
// Keeps a copy of the sequence with the node, for when the search is back there.
// `before`: clock of the last event's thread before it, NULL: nothing was before.
void blocking_defer(struct search *s, struct node *node, const struct sequence *sequence,
                    const uint32_t *before, const struct operation *operation);
// In the node's state: executes the sequence but for its last event, looks whether that is enabled then, and
// undoes it all.
enum possibility blocking_try(struct search *s, const struct sequence *sequence,
                              const struct operation *operation);

double search_clock(void); // seconds, monotonic

#endif
