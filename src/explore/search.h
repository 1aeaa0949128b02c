// The state of one depth-first search. Private to src/explore.
#ifndef HEDDLE_EXPLORE_SEARCH_H
#define HEDDLE_EXPLORE_SEARCH_H

#include "explore/explore.h"
#include "explore/thread_set.h"
#include "explore/trace.h"

// The step being executed, between its start and the state it ends in. Choices inside it keep it.
struct present_step {
    uint32_t thread, node, code;
    enum operation_kind kind;
    uint32_t
        known_accesses; // of the operation before it was executed; an atomic section turns out to have more
};

// A choice point on the stack.
struct node {
    struct machine_mark machine;
    struct trace_mark trace;
    uint32_t schedule;           // size of the schedule before it
    bool choice;                 // a choice inside a step; else a scheduling choice
    struct present_step step;    // choice: the step it is in
    uint32_t alternative, count; // choice: the one being explored, how many there are
    bool branch;
    struct thread_set enabled, backtrack, done; // scheduling choice
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
    bool stop;         // a violation, a budget or Ctrl-C ends the search
    bool output_shown; // the first execution is over: its output has been shown
    double start, next_progress;
    uint64_t ticks;
};

// violation.c: records what the machine reports.
void search_report(struct search *s, const struct machine_report *report);
// Records a deadlock in the present state.
void search_report_deadlock(struct search *s);
void search_add_reason(struct search *s, uint32_t code, const char *message);
// Replays all violations; sets result->internal_error where one does not fail again.
void search_confirm(struct search *s);

// classic.c: adds backtracking points for races of what the last step has done beyond what was known before
// it (called before the event is part of the trace), and of what threads are about to do (called after).
void classic_executed(struct search *s);
void classic_update(struct search *s);

double search_clock(void); // seconds, monotonic

#endif
