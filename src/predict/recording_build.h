// From the events of a recording, in an order in which they can have happened, to those of a trace; and what
// is certain of each read.
#ifndef HEDDLE_PREDICT_RECORDING_BUILD_H
#define HEDDLE_PREDICT_RECORDING_BUILD_H

#include "predict/recording_locks.h"
#include "predict/recording_names.h"
#include "predict/recording_syncs.h"

// What speaks for a read's having seen the write that it sees in the trace; docs/predict.md.
enum recording_mark {
    MARK_ORDER = 1, // its variable has no race, and all that came before is in the recording
    MARK_VALUE = 2, // it found what that write left
    MARK_FIRST = 4, // it found what was there at first
    MARK_PIN = 8,   // of reads and writes: recording_pins.h
    // No outside code was at work between the read and the write whose value it found; or, of a read of which
    // the value is not known, the last write; or, of one that found what was there at first, the start.
    MARK_QUIET = 16,
    MARK_LIBRARY = 32,     // a thread of outside code was alive, which may have written what it was given
    MARK_BLIND = 64,       // what the read found is not known
    MARK_MAYBE = 128,      // a read that outside code may have made (RECORDED_MAY_READ)
    MARK_MAYBE_LAST = 256, // and the last one of its event
    MARK_PINNED = 512,     // a read of `outside` comes before the access (recording_thin.h)
};

struct recording_hold {
    uint64_t address;
    uint32_t lock;
};

struct recording_build_thread {
    uint32_t name;    // its number in the trace, + 1; 0: it has none yet
    uint32_t regions; // open ones
    bool in_section;  // the outermost one holds the lock that atomic sections share
    uint64_t stack, stack_bytes;
    VECTOR(struct recording_hold) holds;
};

// The event of the recording that an event of the trace stands for, or is a part of: its number among those
// of its thread.
struct recording_origin {
    uint32_t thread;
    uint64_t event;
};
typedef VECTOR(struct recording_origin) recording_origins;

struct recording_build {
    const struct recording_file *file;
    const struct recording_scan *scan;
    const struct recording_locks *locks;
    struct recording_memory *memory;
    struct recording_names *names;
    struct event_trace *trace;
    struct error *error;
    bool failed;                    // the error is set
    VECTOR(uint16_t) marks;         // of each event of the trace
    recording_origins *origins;     // of each event of the trace; NULL: nobody asks
    struct recording_origin origin; // of what is added now
    struct recording_build_thread *threads;
    struct keyed states; // of objects of synchronisation: variables by address
    struct keyed stages; // of them: variables by recording_stage_key
    struct recording_syncs syncs;
    struct keyed seen;                           // writes of outside code that a thread has read
    uint32_t section_lock;                       // + 1; 0: not there yet
    bool in_section;                             // some thread holds it
    uint32_t outside_calls, outside, unrecorded; // the last two: variables, + 1; 0: not there yet
    struct recording_calls *calls;               // of each number: recording_pins.h
    uint64_t walked;                             // segments that outside code may have accessed
};

void recording_build_init(struct recording_build *build);
void recording_build_free(struct recording_build *build);

// A thread begins about which nobody knows when it was created.
void recording_build_foreign(struct recording_build *build, uint32_t thread);
// Whether the event fits what was added so far: it is a read that finds what is there, or gets memory that is
// free. One that does not may come later, as long as its span allows.
bool recording_build_fits(const struct recording_build *build, const struct recording_event *event,
                          uint32_t thread);
// Adds what the event stands for.
void recording_build_add(struct recording_build *build, const struct recording_event *event,
                         struct recording_span span);
// All events are added: marks the reads of which it is not certain what they saw, and accesses that may have
// been to something else.
void recording_build_settle(struct recording_build *build);

#endif
