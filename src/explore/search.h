// The state of one depth-first search, and what its parts offer each other. Private to src/explore.
//
// The search keeps a stack of choice points: between threads, and within steps (an input decides a branch;
// one of several waiters is woken). explore.c executes to the end of an execution and goes back to the newest
// choice point with something left, again and again; a reduction (reduction.h) says which threads are
// executed.
#ifndef HEDDLE_EXPLORE_SEARCH_H
#define HEDDLE_EXPLORE_SEARCH_H

#include "analysis/slicing.h"
#include "base/keyed.h"
#include "explore/data_race.h"
#include "explore/explore.h"
#include "explore/frontier.h"
#include "explore/intern.h"
#include "explore/pruning.h"
#include "explore/reduction.h"
#include "explore/state_turns.h"
#include "explore/trace.h"
#include "machine/thread_set.h"

#define NO_POINT NO_EVENT

// The step being executed, between its start and the state it ends in. Choices within it keep it.
struct present_step {
    uint32_t thread, code;
    enum operation_kind kind;
    // Accesses of the operation before it was executed; an atomic section turns out to have more.
    uint32_t known_accesses;
    bool may_block;
    uint32_t lock_holder; // before the step (machine_lock_holder)
    uint32_t point;       // choice point between threads that it starts from, NO_POINT: none
    bool alone;           // no other thread was enabled there, or is to be explored
    // What the step is to decide (OUTCOME_ANY: all there is), and how many of its choices have been answered.
    uint32_t guide, answered;
};

// A choice within a step: which of the alternatives is explored now.
struct answer_point {
    struct present_step step;
    uint32_t thread; // whose choice it is
    uint32_t alternative, count;
    bool branch;     // inputs decide
    bool survived;   // some alternative did not end asleep
    bool summarised; // its state gets a summary
};

// A choice point on the stack.
struct choice_point {
    struct machine_mark machine;
    struct trace_mark trace;
    uint32_t schedule_size; // before it
    uint32_t steps;         // that were over before it
    bool within_step;       // which of the two it is
    uint32_t done;          // ways from it that have been explored
    uint32_t elsewhere;     // ways from it that other processes have explored
    uint64_t begun, way;    // executions that were over when it was made, and when the present way began
    union {
        struct thread_set enabled; // between threads; what of them is explored, the reduction knows
        struct answer_point answer;
    };
};

struct part_above;

enum { MOST_SCOUTS = 4 }; // of one search

struct search {
    const struct program *program;
    const struct exploration_options *options;
    struct exploration *result;
    struct machine *machine;
    struct terms *terms;
    struct smt *smt;
    struct trace trace;
    VECTOR(struct choice_point) points;
    schedule_vector schedule;
    uint32_t steps; // of the present execution that are over, the first one (search_start) not counted
    VECTOR(uint32_t) guides; // of these, and of the present one: what they were to decide (search_execute)
    struct present_step step;
    struct labels labels; // of events
    struct outcomes outcomes;
    const struct reduction *reduction;
    void *reduction_state;            // the reduction's own
    struct data_race_detector *races; // NULL: not asked for
    struct slicing *slicing;          // NULL: everything matters
    uint32_t sliced;                  // how many of the machine's facts the slice knows
    struct pruning *pruning;          // NULL: nothing is cut
    const struct patience *patience;  // as of search_continue
    uint64_t work_before;             // part of search_work: what was done before the last restart
    uint64_t words;                   // what describing states took since the last restart (stateful.c)
    uint32_t failed_assumption;       // where one did not hold, NO_CODE: none
    bool trying;                      // executing something only to see whether it is possible
    bool data_race_restart;           // a race was found that shows what was left out: start again
    bool stop;                        // a violation, a budget or Ctrl-C ends the search
    bool reasons_before_stop;         // why the verdict is inconclusive was known when `stop` was set
    bool resumed;                     // it began with a checkpoint
    bool paused;                      // patience was at an end, and something is left to explore
    bool out_of_memory;               // memory ran out within a step: its state is of no use any more
    bool output_shown;                // the first execution is over: its output has been shown
    double start, next_progress;      // of the seconds that count; see search_new
    double next_memory_check;         // when the memory is looked at again
    struct frontier frontier;         // noted last
    double next_checkpoint;           // when one is kept (checkpoint.h); 0: not set yet
    uint32_t scouts;                  // how many were sent (scout.h)
    uint64_t instructions_before;     // of the machine, when the newest execution that has ended did
    uint64_t answers;                 // how many choice points within steps were ever made
    uint64_t look_again[MOST_SCOUTS]; // how many of them there have to be before scout.c counts again
    uint32_t walks;                   // how many times random walks were made (walks.h)
    bool is_scout;
    struct part_above *part;   // it explores a part (part.h); NULL: everything
    uint64_t went_round;       // executions in which a thread has come back without effect (THREAD_CAME_BACK)
    struct state_turns *turns; // with a search over states; NULL: none
    struct keyed origins;      // of the result, by what they are (origins.c)
    struct parallel *parallel; // with other processes; NULL: alone
    struct workers *beside;    // of a search that is made by the way in one of several processes; else NULL
    uint64_t ticks;
};

// ---- search.c

// Where a search pauses, at the end of an execution: after so many, or so many instructions and no fewer than
// `least` executions, or so much work (search_work). With `most` it stops after so much of that, wherever it
// is. 0: not because of that. `while_pruning`: nor beyond what ends pruning (pruning_stop).
struct patience {
    uint64_t executions, least, instructions, work, most;
    bool while_pruning;
};
// Options for a search beside one with these: without pruning, bounds, and what that one does for people and
// later checks.
struct exploration_options search_options_beside(const struct exploration_options *options);
// The reduction that a search with these options uses. A constant.
const struct reduction *search_reduction(const struct exploration_options *options);
// A search that has not begun; `start`: when the seconds that count began. Program and options must outlive
// it.
struct search *search_new(const struct program *program, const struct exploration_options *options,
                          double start);
// search_new, but NULL where there is no memory for it.
struct search *search_new_if_possible(const struct program *program,
                                      const struct exploration_options *options, double start);
// Continues the search to its end (true), or until it pauses. NULL: it never pauses.
bool search_continue(struct search *s, const struct patience *patience);
// No memory is left for the search to continue.
void search_exhaust(struct search *s);
// Takes the checkpoint of the options (checkpoint.h), before anything is explored. False: it is of no use,
// and neither is the search then.
bool search_resume(struct search *s);
// Leaves a checkpoint (checkpoint.h), if it has explored anything that can be kept.
void search_keep(struct search *s);
// Its result, owned by the caller; frees the search. Where it was stopped, a checkpoint is left.
struct exploration *search_end(struct search *s);
// Calls `work`. False: memory ran out in the middle of it; then nothing of the search's state can be used any
// more, but all of it can be released, and what is in the result is whole.
bool search_guarded(struct search *s, void (*work)(struct search *s, void *context), void *context);
// Frees the search and what it found.
void search_abandon(struct search *s);

// ---- explore.c

// Explores to the end, or until the search pauses or stops; and from there on when called again.
void search_explore(struct search *s);
// Likewise, from a step that has just been begun; `result`: what it has come to.
void search_explore_from(struct search *s, enum step_result result);
// Brings machine, trace and schedule back to the newest choice point, and tells the reduction (`restored`).
void search_restore(struct search *s);
// Brings everything back to before the first step, with no choice point; what was learnt of the program is
// kept.
void search_restart(struct search *s);

// ---- step.c

// The first step, before any thread is chosen: from the program's start to the first visible operation.
enum step_result search_start(struct search *s);
// Lets the thread execute its next operation, from that choice point between threads, the newest (NO_POINT:
// none was made, since no other thread is to be explored from there). `guide`: what the step is to decide
// (intern.h).
enum step_result search_execute(struct search *s, uint32_t thread, uint32_t point, uint32_t guide);
// The step has come to a choice: takes the alternative that the step's guide names, or that the reduction
// answers (reduction.answer); where neither names one, the first, with a choice point for the others.
// `summarised`: its state gets a summary (pruning_at_branch).
enum step_result search_choose_first(struct search *s, bool summarised);
// What search_choose_first consists of. The guide answers the choice (false: there is no guide, or it does
// not fit):
bool search_choose_guided(struct search *s, enum step_result *result);
// Pushes a choice point for the choice:
void search_push_answer_point(struct search *s, bool summarised);
// Takes one of its alternatives:
enum step_result search_take_alternative(struct search *s, uint32_t alternative);
// At the newest choice point, which is within a step: takes the next alternative. False: there is none.
bool search_choose_next(struct search *s, enum step_result *result);
// The step is over, or is cut at a choice: its event becomes part of the trace. EXECUTION_ASLEEP: the
// execution is redundant.
enum execution_end search_finish_step(struct search *s);
// The label (intern.h) of the present step's event, as far as the step has been executed.
uint32_t search_step_label(struct search *s);
// The threads that can execute a step.
struct thread_set search_enabled(const struct search *s);
// The thread of the set that goes on with fewest context switches.
uint32_t search_prefer(const struct search *s, const struct thread_set *set);
// Pushes a choice point between the enabled threads, for the present state. Returns its index.
uint32_t search_push_schedule_point(struct search *s, const struct thread_set *enabled);

// ---- execution.c

// The present execution goes no further: it is counted and its end reported to pruning, the reduction, and
// whoever asked.
void search_end_execution(struct search *s, enum execution_end end);

// ---- budget.c

// How much it has done so far, in steps of about 10 ns: counted, not measured, so that it is always the same.
uint64_t search_work(const struct search *s);
uint64_t search_executions(const struct search *s);

// ---- violation.c

// Records what the machine reports.
void search_report(struct search *s, const struct machine_report *report);
// Records a deadlock in the present state. Where livelocks are asked for and deadlocks are not: a warning.
void search_report_deadlock(struct search *s);
// The execution has ended since threads run for ever, which is none: says which loops they go round.
void search_warn_endless_loops(struct search *s);
void search_add_reason(struct search *s, uint32_t code, const char *message);
// Moves the violations of the other search that this one has not found.
void search_take_violations(struct search *s, struct search *from);
// Takes over a violation that another process has found: adds it, or frees it where it is known. The search
// stops unless all violations are asked for.
void search_take_violation(struct search *s, struct exploration_violation *violation);
// Puts violations in the order of their places: which is found first depends on how fast processes are.
void search_sort_violations(struct search *s);
// Replays all violations; sets result->internal_error where one does not fail again. Uses nothing of the
// search but its result, program and options.
void search_confirm(struct search *s);
// Takes those out of the result that have not failed again.
void search_drop_unconfirmed(struct search *s);

// The new violation, to be completed; NULL: it is known, or enough have been found.
struct exploration_violation *search_add_violation(struct search *s, enum property property,
                                                   const char *message, uint32_t thread, uint32_t code);

// ---- data_race_search.c

// Looks for data races of the last step, which is part of the trace.
void data_race_executed(struct search *s);

#endif
