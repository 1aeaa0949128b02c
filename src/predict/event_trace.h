// A trace of one execution, as predictive analyses read it: the events of all threads in the order in which
// they happened, whether a run of a C program was recorded or a text in the STD format of trace analysers was
// read (predict/std_format.h).
//
// Invariants, which event_trace_add keeps: it refuses an event that would break one, and says why.
//
// - No event of a thread comes before its fork, and none follows a join of it. A thread that nobody forks is
//   there from the start.
// - An ACQUIRE takes a lock that nobody holds, a SHARED one a lock that nobody else holds exclusively, and a
//   RELEASE gives back what its own thread holds. A thread may acquire again what it holds, but not
//   exclusively what it holds shared: such an acquire and its release are marked EVENT_NESTED, and change
//   nothing.
// - An END has a BEGIN in its thread.
// - An EVENT_PART is followed by a write of its thread.
// - Numbers of threads, variables, locks, places and regions are dense: 0, 1, 2, ... in the order in which
//   they were named.
#ifndef HEDDLE_PREDICT_EVENT_TRACE_H
#define HEDDLE_PREDICT_EVENT_TRACE_H

#include "base/error.h"
#include "base/index.h"
#include "base/vector.h"

#include <stdbool.h>
#include <stdint.h>

enum event_kind {
    EVENT_READ,    // of variable `operand`: sees the last write to it before, or its initial value
    EVENT_WRITE,   // of variable `operand`
    EVENT_ACQUIRE, // of lock `operand`; EVENT_SHARED: a read lock
    EVENT_RELEASE, // of lock `operand`
    EVENT_FORK,    // of thread `operand`
    EVENT_JOIN,    // of thread `operand`
    EVENT_BEGIN,   // an atomic region (a method, or a marked one) named `operand` begins; regions nest
    EVENT_END,     // the innermost one ends
    EVENT_KINDS
};

enum event_flags {
    // An access that never races with other atomic ones; what it reads orders as any read does.
    EVENT_ATOMIC = 1,
    EVENT_SHARED = 2,    // see EVENT_ACQUIRE
    EVENT_UNCERTAIN = 4, // a read of which the recorder cannot say for certain which write it saw, or another
                         // event of which it does not know enough: no prediction may rest on an execution
                         // that contains it
    EVENT_NESTED = 8,    // set by event_trace_add: the thread held the lock before, or still holds it
    // No prediction is about this event: an access that is in no race, since it may not have been made, or
    // not of this variable; an acquire that never waits for ever. It orders as any other.
    EVENT_UNREPORTED = 16,
    // A write whose access goes on with the next event of the trace: a thread does all of it or nothing.
    EVENT_PART = 32
};

// 12 bytes: traces have hundreds of millions.
struct recorded_event {
    uint8_t kind, flags;
    uint16_t thread;
    uint32_t operand;
    uint32_t place; // in the source
};

enum event_names { NAMES_THREADS, NAMES_VARIABLES, NAMES_LOCKS, NAMES_PLACES, NAMES_REGIONS, NAMES_KINDS };

enum { EVENT_THREADS_MOST = 65535 };

struct event_name_table {
    VECTOR(char) bytes;     // zero-terminated, one after the other
    VECTOR(uint32_t) start; // of each name
    struct index index;
};

struct event_hold {
    uint32_t lock, depth;
    bool shared;
};

// What event_trace_add knows of a thread or a lock so far.
struct event_thread_state {
    VECTOR(struct event_hold) holds;
    uint32_t events, regions; // so far; regions: open ones
    bool forked, joined;
};
struct event_lock_state {
    uint32_t owner;   // holds it exclusively, + 1; 0: nobody does
    uint32_t readers; // threads that hold it shared
};

struct event_trace {
    VECTOR(struct recorded_event) events;
    struct event_name_table names[NAMES_KINDS];
    VECTOR(struct event_thread_state) threads;
    VECTOR(struct event_lock_state) locks;
    // The trace was a recording: where no event says what may have happened (memory that is freed, or that
    // outside code may have written), its order does, and that of plain accesses is one of several.
    bool recorded;
};

// A cleared trace ({0}) is empty and valid.
void event_trace_free(struct event_trace *trace);

// The number of the thing with this name, which is new if nothing has the name yet. Names have no zero byte;
// only a place and a region may have the empty one ("not known").
uint32_t event_trace_name(struct event_trace *trace, enum event_names kind, const char *name, size_t length);
// The name of a thing; valid until the next one is named.
const char *event_trace_name_of(const struct event_trace *trace, enum event_names kind, uint32_t number);
static inline uint32_t event_trace_count(const struct event_trace *trace, enum event_names kind)
{
    return trace->names[kind].start.size;
}

// Adds the event that happened next; its numbers come from event_trace_name. False with the error set, and
// the trace as it was: the event breaks an invariant.
bool event_trace_add(struct event_trace *trace, struct recorded_event event, struct error *error);

// The kind of name that the operand of an event is.
enum event_names event_operand_names(enum event_kind kind);

// Which events go on with the step of the event before them, one for each event: no other thread does
// anything between the events of a step. Steps are a write in parts, and an atomic update: the atomic write,
// in parts or not, right before it an atomic read of the variable that it ends with, and all atomic reads
// before that one up to the last one of the variable that it begins with. Owned by the caller (memory_free).
bool *event_trace_steps(const struct event_trace *trace);

typedef VECTOR(struct event_hold) event_holds;
// The locks that the thread of event number `event` holds when it is about to happen, in the order in which
// it acquired them. Takes time proportional to `event`. The list is the caller's, and is cleared first.
void event_trace_holds(const struct event_trace *trace, uint32_t event, event_holds *holds);

#endif
