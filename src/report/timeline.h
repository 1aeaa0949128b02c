// What happened on the way to a violation, found by re-executing it: every visible operation in order with
// what it touched, and where the threads stand at the end.
#ifndef HEDDLE_REPORT_TIMELINE_H
#define HEDDLE_REPORT_TIMELINE_H

#include "explore/explore.h"
#include "report/buffer.h"

struct timeline_event {
    uint32_t step;   // of the schedule, from 0
    uint32_t thread; // canonical number
    uint32_t code;
    enum operation_kind kind;
    bool choice;          // no operation: a choice inside one was answered
    uint32_t alternative; // of the choice
    uint64_t address;     // of what it touched
    uint32_t width;       // of the value in bits; 0: none
    uint64_t bits;
    bool is_pointer, is_float;
    bool block;   // it touched a block of the heap
    bool library; // an access to, or the release of, memory of the C library's own
    char *object; // what it touched, for people; owned; NULL: nothing
    char *value;  // what was read or written, for people; owned; NULL: nothing
};

// A thread at the end of the execution that cannot go on.
struct timeline_waiting {
    uint32_t thread, code;
    const char *library; // the function of the C library in which it waits for what others do; NULL: none
    bool runs;           // runs for ever, and does not wait (docs/awaits.md); else:
    bool endless;        // goes round a loop that nothing can end; else:
    bool joining;        // waits for the end of another thread; else for `kind`
    enum operation_kind kind;
    char *object; // what it waits for; of a join the thread's name; owned; NULL: not known
    uint64_t address;
    int64_t holder; // index of the event in which another thread acquired it and kept it; -1: unknown
};

// A variable that the failing line reads, and what it holds at the end.
struct timeline_value {
    uint64_t address;
    uint32_t width; // bits
    uint64_t bits;
    char *object, *value; // owned
    bool unchanged;       // the failing line changes nothing: it read what is there
};

struct timeline {
    VECTOR(struct timeline_event) events;
    VECTOR(struct timeline_value) there;
    VECTOR(char *) thread_names;             // by canonical number; owned
    VECTOR(struct timeline_waiting) waiting; // of a deadlock
    uint32_t steps;
    struct buffer output; // what the program printed
    enum replay_outcome outcome;
    char *why; // owned; NULL: nothing to say
};

// Re-executes the violation. The timeline is owned by the caller, who also has to look at its outcome.
struct timeline *timeline_build(const struct program *program, const struct machine_options *options,
                                const struct exploration_violation *violation,
                                struct replay_analysis *analysis);
void timeline_free(struct timeline *timeline);

const char *timeline_thread_name(const struct timeline *timeline, uint32_t thread);
// Number of times that the thread of one event is another than that of the event before.
uint32_t timeline_switches(const struct timeline *timeline);

#endif
