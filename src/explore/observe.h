// Happens-before with observers: of two plain writes to the same memory, the order matters only if somebody
// reads what the later one wrote (Aronis, Jonsson, Lång, Sagonas: Optimal dynamic partial order reduction
// with observers, TACAS 2018; the sound form of AGA's write-write pruning).
//
// A plain write is *unread* if the next access to its memory is a plain write to exactly the same bytes. The
// last write to memory counts as read, so that equivalent executions end in the same memory. An earlier write
// happens before a later one only if that is read; all else is as in trace.h. What is unread is known at the
// end of an execution only, so that clocks are computed anew there.
#ifndef HEDDLE_EXPLORE_OBSERVE_H
#define HEDDLE_EXPLORE_OBSERVE_H

#include "explore/intern.h"
#include "explore/trace.h"

// Programs with waiting loops do without: whether such a loop goes on can depend on the last write in every
// state. When one is met, the search starts again.
//
// Longer executions are not looked at: the work grows with the square of the number of events.
#define OBSERVE_EVENTS 1024u

struct observed_order {
    bool active; // the present execution has an order of its own
    uint32_t stride;
    VECTOR(uint32_t) clocks;   // by event, `stride` entries: its vector clock
    VECTOR(uint32_t) before;   // likewise: its thread's clock before it
    VECTOR(uint32_t) present;  // likewise, by thread: its clock at the end
    VECTOR(bool) unread;       // by event
    VECTOR(struct race) races; // as in trace.h; those of operations that may block as well
};

// Whether both are plain writes to the same bytes.
bool observe_same_place(const struct event *a, const struct event *b, const struct footprints *footprints);
// Whether there is something to gain: a race of two plain writes.
bool observe_needed(const struct trace *trace, const struct footprints *footprints);
// Computes the order of the whole trace, which has at most OBSERVE_EVENTS events.
void observe_trace(struct observed_order *order, const struct trace *trace,
                   const struct footprints *footprints);
// Hash of the order, equal for equivalent executions.
uint64_t observe_hash(const struct observed_order *order, const struct trace *trace);
void observe_free(struct observed_order *order);

#endif
