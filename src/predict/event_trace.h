// A trace of one execution, as predictive analyses read it: the events of all threads in the order in which they
// happened, whether a run of a C program was recorded or a text in the STD format of trace analysers was read
// (predict/std_format.h).
//
// Invariants, which event_trace_add keeps (it refuses an event that would break one, and says why):
// - a thread's events lie between its fork (for the first thread: the start) and its end; nothing follows a join;
// - an ACQUIRE takes a lock that nobody holds exclusively, unless its own thread does (then it is nested: locks count);
//   a SHARED acquire takes one that nobody else holds exclusively; a RELEASE gives back what its own thread holds;
// - numbers of threads, variables, locks and places are dense: 0, 1, 2, ... in the order of their first event.
#ifndef HEDDLE_PREDICT_EVENT_TRACE_H
#define HEDDLE_PREDICT_EVENT_TRACE_H

#include "base/error.h"
#include "base/index.h"
#include "base/vector.h"

#include <stdbool.h>
#include <stdint.h>

enum event_kind {
    EVENT_READ,    // of variable `operand`
    EVENT_WRITE,   // of variable `operand`
    EVENT_ACQUIRE, // of lock `operand`; EVENT_SHARED: a read lock
    EVENT_RELEASE, // of lock `operand`
    EVENT_FORK,    // of thread `operand`
    EVENT_JOIN,    // of thread `operand`
    EVENT_BEGIN,   // an atomic region (a method, or a marked one) begins; regions nest
    EVENT_END,     // the innermost one ends
};

enum event_flags {
    EVENT_ATOMIC = 1,    // an access that never races with other atomic ones; what it reads orders as any read does
    EVENT_SHARED = 2,    // see EVENT_ACQUIRE
    EVENT_UNCERTAIN = 4, // a read of which the recorder cannot say for certain which write it saw: no prediction may
                         // rest on an execution that contains it
};

// 16 bytes: traces have hundreds of millions.
struct event {
    uint8_t kind, flags;
    uint16_t thread;
    uint32_t operand;
    uint32_t place; // in the source: a number of event_trace.places
    uint32_t spare;
};

enum event_names { NAMES_THREADS, NAMES_VARIABLES, NAMES_LOCKS, NAMES_PLACES, NAMES_KINDS };
