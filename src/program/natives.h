// Functions that the machine implements itself: one table, program/natives.def.
#ifndef HEDDLE_PROGRAM_NATIVES_H
#define HEDDLE_PROGRAM_NATIVES_H

enum native {
#define NATIVE(name, ...) NATIVE_##name,
#include "program/natives.def"
    NATIVE_COUNT
};

enum native_facts {
    FACT_NOTHING = 0,
    FACT_STOPS = 1,          // the thread may not go on after it
    FACT_WAITS = 2,          // may wait for another thread
    FACT_LOCKS = 4,          // takes a lock, and may wait for it unless it only tries
    FACT_TRIES = 8,          // never waits
    FACT_UNLOCKS = 16,       // gives a lock back
    FACT_BEGINS = 32,        // an atomic section
    FACT_ENDS = 64,          // an atomic section
    FACT_SYNCHRONISES = 128, // reads or writes the state of a synchronisation object or a thread
    FACT_CREATES = 256,      // a thread
    FACT_JOINS = 512,        // a thread
    FACT_ENDS_THREAD = 1024,
    FACT_CALLS_BACK = 2048, // functions of the program, in the same thread
    FACT_ASSERTS = 4096,
    FACT_ABORTS = 8192,
    FACT_ALLOCATES = 1 << 14,
    FACT_FREES = 1 << 15,
    FACT_COPIES = 1 << 16, // memory, by addresses and a size
    FACT_KEY = 1 << 17,    // thread-specific values
    FACT_OVERFLOWS = 1 << 18,
    FACT_ENDS_PROGRAM = 1 << 19,     // with the status that is its first argument
    FACT_EVERYTHING = (1 << 20) - 1, // of the above: what is assumed of a function that is not known
    FACT_CONDITION = 1 << 20,        // whether the thread goes on is decided by the first argument
    FACT_ERRNO = 1 << 21,            // sets errno
    FACT_HIDES = 1 << 22,            // not an event where its operations cannot matter to what is checked
    FACT_PRIVATE = 1 << 23,   // may be called in a critical section that is one operation (docs/peeking.md)
    FACT_OVERRIDES = 1 << 24, // the machine's version is used even where the program defines the function
    FACT_INTERNAL = 1 << 25,  // only the runtime library (src/runtime) may call it
    FACT_IDLE = 1 << 26,      // nobody can tell whether it was called (analysis/idle.h)
    FACT_ANONYMOUS = 1 << 27, // does not tell which thread has called it (analysis/thread_identity.h)
    FACT_CONSTANT = 1 << 28,  // the result is a matter of the program's text, not of what the arguments are
};

const char *native_name(unsigned native);
// NATIVE_COUNT: none has that name.
unsigned native_find(const char *name);
// The facts about a native, enum native_facts together; FACT_EVERYTHING for NATIVE_COUNT.
unsigned native_facts(unsigned native);

#endif
