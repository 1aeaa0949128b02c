// A violation's schedule for a native run: whose turn it is up to where, in words that hold without heddle
// (docs/export.md). A turn ends before an operation that is known by its kind, the variable (or function) and
// its number among those of its kind in the turn; so changes of the program elsewhere leave the schedule as
// it is. What `heddle export` and `heddle replay --gdb` are made of.
#ifndef HEDDLE_REPORT_NATIVE_SCHEDULE_H
#define HEDDLE_REPORT_NATIVE_SCHEDULE_H

#include "explore/explore.h"
#include "report/place.h"

// An operation of a native program.
struct native_point {
    const char *operation; // as regression/schedule.h calls it, without HEDDLE_: "LOCK"; NULL: none
    bool after;            // what is meant is the moment behind it
    char *variable;        // owned; NULL: it is memory without a name
    uint64_t offset;       // in the variable
    char *function;        // owned: that does it
    uint32_t times;        // it is that one of its kind in the turn, from 1
    struct source_place place;
};

struct native_turn {
    uint32_t thread;
    struct native_point until; // without an operation: until the thread waits, or is over
};

// An operation of the violation's schedule.
struct native_step {
    uint32_t turn, thread;
    struct native_point at;
    char *text; // for people: "lock queue.mutex"; owned
};

// A part of what the program gets when it asks for input.
struct native_input {
    uint32_t thread;
    uint32_t request; // the thread's first one is 0
    uint64_t offset;  // in what is asked for, in bytes
    unsigned width;   // bits
    uint64_t value;
    char *name; // for people; owned
};

// Generators of random numbers of the C library, by the functions that share one.
enum native_generator {
    NATIVE_RANDOM,
    NATIVE_RAND_R,
    NATIVE_RAND48,
    NATIVE_ERAND48,
    NATIVE_GETRANDOM,
    NATIVE_GENERATOR_COUNT
};
extern const char *const native_generator_names[]; // as regression/random.h calls them

struct native_schedule {
    VECTOR(struct native_turn) turns;
    VECTOR(struct native_step) steps;
    VECTOR(struct native_input) inputs; // by request and offset, of each thread
    VECTOR(char *) thread_names;        // by canonical number; owned
    uint32_t open_generators;           // 1 << enum native_generator: the program gets inputs from it
    uint32_t cycle_turn;                // livelock: the first turn of the cycle, which goes to the last one
    uint32_t access_turns[3]; // data race (two), atomicity (three): the turns that end before the accesses
};

// Re-executes the violation. False: it cannot be followed natively, `error` says why. Released with
// native_schedule_free, in either case.
bool native_schedule_make(struct native_schedule *schedule, const struct program *program,
                          const struct machine_options *options,
                          const struct exploration_violation *violation, struct replay_analysis *analysis,
                          struct error *error);
void native_schedule_free(struct native_schedule *schedule);

#endif
