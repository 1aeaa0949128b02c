// The trace of the present execution: events, their happens-before order as vector clocks, and an index from
// memory to the events that accessed it. Everything is a stack, so that backtracking truncates.
//
// Happens-before is the smallest order that contains program order, creation before the first event of a
// thread, the last event of a thread before what its joiner does next, and every two conflicting accesses in
// the order they happened.
#ifndef HEDDLE_EXPLORE_TRACE_H
#define HEDDLE_EXPLORE_TRACE_H

#include "base/index.h"
#include "base/vector.h"
#include "explore/clock_store.h"
#include "machine/machine.h"

#define NO_EVENT 0xffffffffu

struct event {
    uint32_t thread;
    uint32_t count;   // the how-many-th event of its thread, from 1
    uint32_t point;   // choice point it was executed from, NO_EVENT: no other thread was enabled
    uint32_t clock;   // its vector clock: index of a clock record
    uint32_t before;  // its thread's clock before it, NO_EVENT: none
    uint32_t label;   // what it accessed; see explore/intern.h
    uint32_t outcome; // what was decided in it; see explore/intern.h
    uint64_t choices; // hash of what was chosen in it, not by inputs
    uint32_t code;
    enum operation_kind kind;
    bool may_block;       // the operation is disabled in some states
    uint32_t lock_holder; // before the event (machine_lock_holder)
};

// Two events in conflict, unordered but for that conflict: `first` happened before `second`, and no event
// between them is ordered with both. Where the second may block, all conflicts that the thread's own past
// does not order are listed.
struct race {
    uint32_t first, second;
};

// Creation or join, between the events around it.
struct trace_edge {
    uint32_t from, to; // threads
    uint32_t event;    // how many events were there
};

// An access of an event, in one of the two chains of its granule of memory: that of the reads or that of the
// writes. Beside the next older one a record leads to one further on, so that a walk passes those whose bytes
// are others in a number of steps that is logarithmic in theirs (Myers: An applicative random-access stack,
// 1983).
struct access_record {
    struct access access;
    uint32_t event;
    uint32_t previous; // older record of the same granule, NO_EVENT at the end
    uint32_t depth;    // how many there are, with this one
    uint32_t bytes;    // of the granule, a bit each: those of the access
    uint32_t jump;     // an older one, or NO_EVENT
    uint32_t jumped;   // bytes of this one and of all between it and that one
    uint32_t other;    // the next older one that is of another thread, or conflicts with other accesses
    uint32_t unlike;   // the next older one that conflicts with other accesses, of whichever thread
    uint32_t chains;   // of its granule
};

struct clock_record {
    uint32_t thread, previous; // the record it replaces as the thread's present clock
};

struct granule_chains {
    uint64_t granule;
    uint32_t head[2]; // newest read, newest write
};

struct trace {
    VECTOR(struct event) events;
    VECTOR(struct access_record) records;
    VECTOR(struct clock_record) clocks;
    struct clock_store ticks;  // of each clock record, by thread
    VECTOR(struct race) races; // in the order of their second events
    bool collect_races;
    VECTOR(struct trace_edge) edges;
    uint32_t present[MACHINE_MAX_THREADS]; // clock record of each thread, NO_EVENT: none yet
    VECTOR(struct granule_chains) chains;
    struct index chain_index; // by granule
    bool has_wide; // there was an access to so many granules that its records stand in a chain of their own
};

struct trace_mark {
    uint32_t events, records, clocks, races, edges;
};

void trace_init(struct trace *trace);
void trace_free(struct trace *trace);
// The present length of the trace; and back to that.
struct trace_mark trace_mark(const struct trace *trace);
void trace_undo(struct trace *trace, const struct trace_mark *mark);

// Adds an event (count and clocks are filled in) with its accesses; it happens after all conflicting ones.
// Returns its index.
uint32_t trace_add(struct trace *trace, struct event event, const struct access *accesses, uint32_t count);
// Creation or join: what `to` does from now on happens after what `from` has done.
void trace_edge(struct trace *trace, uint32_t from, uint32_t to);

// Whether event e happens before whatever thread t does next.
static inline bool trace_before_next(const struct trace *trace, uint32_t event, uint32_t t)
{
    const struct event *e = &trace->events.data[event];
    if (e->thread == t)
        return true;
    uint32_t clock = trace->present[t];
    return clock != NO_EVENT && clock_store_tick(&trace->ticks, clock, e->thread) >= e->count;
}

// Calls `visit` for the events, latest first within each granule, that conflict with an access and do not
// happen before the next operation of thread t; `visit` returns false to look no further along this chain.
// Only events before `before`. `unordered`: those may be left out that happen before one that is visited.
void trace_conflicts(const struct trace *trace, uint32_t t, const struct access *access, uint32_t before,
                     bool unordered, bool (*visit)(void *context, uint32_t event), void *context);

// How many events of thread t are in a clock record (NO_EVENT: none are).
static inline uint32_t trace_tick(const struct trace *trace, uint32_t record, uint32_t t)
{
    return record != NO_EVENT ? clock_store_tick(&trace->ticks, record, t) : 0;
}

// Whether event a is event b or happens before it.
static inline bool trace_before(const struct trace *trace, uint32_t a, uint32_t b)
{
    const struct event *e = &trace->events.data[a];
    return trace_tick(trace, trace->events.data[b].clock, e->thread) >= e->count;
}

// Hash of the happens-before order of the whole trace: equal for equivalent executions.
uint64_t trace_hash(const struct trace *trace);

#endif
