// What native functions do to control and order: one table, analysis/native_facts.def.
#ifndef HEDDLE_ANALYSIS_NATIVE_FACTS_H
#define HEDDLE_ANALYSIS_NATIVE_FACTS_H

#include "program/program.h"

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
    FACT_EVERYTHING = (1 << 19) - 1,
    FACT_LISTED = 1 << 19, // only for the test of completeness
};

// The facts about a native, enum native_facts together; everything for what is not in the table.
unsigned native_facts(unsigned native);
// Whether the table has it.
bool native_facts_listed(unsigned native);

// Index of the argument by which an assertion or an assumption decides whether the thread goes on; -1: the
// native has none (of FACT_STOPS: it never goes on).
int native_condition(unsigned native);

#endif
