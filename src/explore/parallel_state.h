// What the processes of one exploration know of each other (parallel.h). Private to parallel*.c.
#ifndef HEDDLE_EXPLORE_PARALLEL_STATE_H
#define HEDDLE_EXPLORE_PARALLEL_STATE_H

#include "base/keyed.h"
#include "explore/parallel.h"
#include "explore/search.h"
#include "explore/wire.h"
#include "explore/workers.h"

// From one gift to the next. What is left of a part shortly after another piece of it was given away is not
// worth a fork, and the more memory a process has, the more a fork costs: the time grows while workers live
// not much longer than they take to begin.
#define GIFT_SECONDS 0.01

// What was given to a worker.
struct given_part {
    struct worker_link link;
    uint32_t point;
    bool within_step;
    bool event_known; // its first event, or that there is none
    bool known;       // and all that its step decides
    double seconds;   // that the fork took
};

// What a result says beside violations and remarks; of a worker, since it began.
struct part_result {
    struct exploration_counters counters;
    struct machine_statistics machine;
    struct smt_statistics solver;
    uint64_t went_round;
    uint32_t failed_assumption;
    uint64_t parts;
    double begin_seconds, seconds; // until a worker began; that it explored, without its waits
    bool bounded, out_of_budget, interrupted, thread_stopped, survived;
    bool whole; // it was explored to its end
};

// What was reported of threads that are to be explored from a choice point (parallel_report_any).
struct reported_any {
    uint64_t key; // a hash of the rest
    uint32_t point, first;
    bool partial;
    struct thread_set threads;
};

struct parallel {
    struct workers workers;
    VECTOR(struct given_part) given;
    uint32_t base;    // choice points of others
    uint32_t threads; // that all processes know
    double next_turn;
    double next_gift, pause; // seconds between gifts
    double forked, begun, waited;
    double next_size; // when the number of the part's executions is next reported to the owner
    int no_fork;      // errno of one that the system has not allowed; 0: none
    uint32_t missed;  // parts that nobody could explore any more, so that the search started again
    byte_vector message;
    uint64_t draws; // exploration_options.share_at_once
    // Of a worker:
    term common; // terms below are those of its owner
    struct exploration_options options;
    struct part_result before; // what its copy of the search had done
    uint32_t violations;       // reported, or its owner's
    VECTOR(uint64_t) reasons;  // of the owner: how often
    VECTOR(uint64_t) warnings;
    uint64_t reported_executions, reported_events;
    struct keyed any; // struct reported_any
    bool reported_known;
    // What workers have counted.
    struct machine_statistics machine;
    struct smt_statistics solver;
    // Of the first process: another search.
    struct worker_link beside;
    bool has_beside;
    byte_vector decision;                            // what it has reported, where it has ended first
    uint64_t executions_elsewhere, events_elsewhere; // workers' share of the result's counters
};

// The numbers that are sums; those that are whole.
#define WHOLE_STATISTICS(X)                                                                                  \
    X(machine.instructions)                                                                                  \
    X(machine.steps)                                                                                         \
    X(machine.leaks_open)                                                                                    \
    X(solver.questions)                                                                                      \
    X(solver.range_hits)                                                                                     \
    X(solver.model_hits)                                                                                     \
    X(solver.unsat_hits)                                                                                     \
    X(solver.queries)                                                                                        \
    X(solver.conjuncts)                                                                                      \
    X(solver.unknowns)                                                                                       \
    X(solver.wrong_models)
#define STATISTICS(X) WHOLE_STATISTICS(X) X(solver.seconds)
#define COUNTERS(X)                                                                                          \
    X(counters.complete)                                                                                     \
    X(counters.partial)                                                                                      \
    X(counters.blocked)                                                                                      \
    X(counters.infeasible)                                                                                   \
    X(counters.bounded)                                                                                      \
    X(counters.sleep_blocked)                                                                                \
    X(counters.events)

static inline bool parallel_is_worker(const struct search *s)
{
    return s->parallel->workers.owner >= 0;
}

// ---- parallel.c

// Ends the workers: what they have not reported is lost.
void parallel_kill_workers(struct parallel *p);
// Ends the workers; where the search stops, first lets them stop and report their results (END_SECONDS).
void parallel_dismiss(struct search *s);
// What a worker has executed, for what was given from the choice point, becomes part of the counters: for the
// estimate they belong to that choice point, and not to the present way from it.
void parallel_add_size(struct search *s, uint32_t point, uint64_t executions);

// ---- parallel_give.c

// Whether all that the present step from the choice point decides has been executed.
bool parallel_is_decided(const struct search *s, uint32_t point);
// Whether a worker explores what was given from there, and what it begins with is not all known.
bool parallel_has_unknown(const struct search *s, uint32_t point);
// Whether anything else is to be explored from there.
bool parallel_has_more(const struct search *s, uint32_t point);
// Gives away the shallowest part that may be given; `keep`: unless nothing else would be left. False: nothing
// was given.
bool parallel_give(struct search *s, bool keep);
// How long to wait until the next time; 0 where parts are to be handed over at once. And for tests: a wait
// that is drawn.
double parallel_pause(const struct search *s, double seconds);
void parallel_wait_drawn(struct parallel *p);

// ---- parallel_worker.c

// What a process does that was forked to explore the part from that choice point.
_Noreturn void parallel_run_worker(struct search *s, uint32_t point);

// ---- parallel_report.c: of a worker, to its owner

// A new message to the owner, empty but for what it is; to be sent by workers_send before the next is begun.
byte_vector *parallel_begin_message(struct search *s, enum wire_message what);
// An execution has ended (exploration_options.finished).
void parallel_report_finished(void *context, bool complete, uint64_t trace_hash, const uint64_t *state_hash);
// Reports the violations that have not been reported.
void parallel_report_violations(struct search *s);
// The facts, the names of all threads, and what was seen: the exploration has to start again.
_Noreturn void parallel_report_learnt(struct search *s);
// At the end of an execution.
void parallel_report_news(struct search *s);
// The last message. `whole`: the part is explored to its end.
void parallel_report_result(struct search *s, bool whole);
// What the search has done so far.
struct part_result parallel_state_of(const struct search *s);

// ---- parallel_receive.c: of an owner, from its workers

// All that they have reported; and after waiting until there is something, or for so long.
void parallel_listen(struct search *s);
void parallel_wait(struct search *s, int milliseconds);
// The result of a part is missing, or the part was not explored to its end: the verdict must not be `safe`.
// Nothing is missing where a violation has ended the search.
void parallel_lose(struct search *s);
// A process has contradicted itself: an internal error.
void parallel_crashed(struct search *s);
// Requires that a message can be read; else heddle has contradicted itself.
void parallel_require(bool readable);
void parallel_receive_violation(struct search *s, struct byte_reader *from);
void parallel_add_statistics(struct parallel *p, const struct part_result *part);

// ---- parallel_beside.c: another search, of the first process

// Forks the process that makes it; reads what that has reported; ends it.
void parallel_begin_beside(struct search *s, parallel_search make, void *context);
void parallel_listen_beside(struct search *s);
void parallel_end_beside(struct search *s);
// The other search has ended first: the result is its own.
void parallel_take_decision(struct search *s);

#endif
