// Whether a window has a correct reordering after which its events are next, as clauses about the order of
// the window's steps (smt/order.h), and the reordering that a solution is.
#ifndef HEDDLE_PREDICT_ENCODING_H
#define HEDDLE_PREDICT_ENCODING_H

#include "predict/window.h"
#include "smt/order.h"

// An access or a synchronisation in the window.
struct encoding_event {
    uint32_t event, point, cut; // cut: window_cut_of
};

typedef VECTOR(struct encoding_event) encoding_events;

// Of one thing: accesses of a variable, acquires of a lock by one thread.
struct encoding_list {
    uint32_t window; // in which it was filled
    encoding_events events;
};

// What is kept between windows, so that its memory is made once.
struct encoding {
    const struct causality *causality;
    const struct window *window;
    struct order_problem problem;
    uint64_t most_clauses;
    bool too_large;
    uint32_t windows;
    struct encoding_list *accesses; // of each variable
    bool *shared;             // each variable: in the trace several threads access it, one of them writes
    VECTOR(uint32_t) touched; // variables that have accesses in the window
    uint32_t *point;          // of each event of the trace in the window, + 1; 0: its order does not matter
    VECTOR(uint32_t) pointed; // events that have one
    int64_t *times;           // of the points in a solution
    bool *set;                // cuts that are in it
};

void encoding_init(struct encoding *encoding, const struct causality *causality, uint64_t most_clauses);
void encoding_free(struct encoding *encoding);
// Makes the problem. False: it has more clauses than it may have.
bool encoding_make(struct encoding *encoding, const struct window *window);
// Appends the events of the solution in `times` and `set`, in their order.
void encoding_schedule(struct encoding *encoding, closure_numbers *schedule);

#endif
