// heddle.h: inputs and properties of a program that heddle checks.
//
//     #include <heddle.h>
//
//     int amount;
//     heddle_symbolic(&amount, sizeof amount, "amount"); // any value ...
//     heddle_assume(amount >= 0);                        // ... that is not negative
//     ...
//     heddle_assert(balance >= 0);                       // for every value and every schedule
//
// heddle defines __heddle__ when it compiles a program, and gives these functions the meaning described here.
// With any other compiler they are small inline functions, so that the same source builds and runs by itself;
// what each does then stands beside it.
#ifndef HEDDLE_H
#define HEDDLE_H

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

#ifdef __heddle__

// Makes the size bytes at `address` an input: any value at all, chosen once, here. `name` stands for it in
// results and witnesses; it must be a constant string and need not be unique.
void heddle_symbolic(void *address, size_t size, const char *name);

// Considers only executions in which the condition (not 0) holds here. Others are dropped without a result.
void heddle_assume(int condition);

// Claims that the condition (not 0) holds here in every execution. One in which it does not is an `assertion`
// violation.
void heddle_assert(int condition);

// What a thread does between the two happens at once: no other thread's operation comes between. Sections may
// be nested. A section must not wait for another thread. This describes a model: a real processor offers
// nothing like it.
void heddle_atomic_begin(void);
void heddle_atomic_end(void);

// The part of a run that `heddle record --window=marks` records: it begins at the first heddle_record_begin
// that finds a moment at which no thread holds a lock (it stops all threads for that, and comes back after
// some seconds where there is none), and ends at heddle_record_end. Nothing else is done, by no other
// command.
void heddle_record_begin(void);
void heddle_record_end(void);

#else

#include <assert.h>
#include <stdlib.h>

// Leaves the memory as it is: it is its present value that the program runs with.
static inline void heddle_symbolic(void *address, size_t size, const char *name)
{
    (void)address;
    (void)size;
    (void)name;
}

// Ends the program, successfully, where the condition does not hold.
static inline void heddle_assume(int condition)
{
    if (!condition)
        _Exit(0);
}

// Is an assert: it aborts, unless NDEBUG is defined.
static inline void heddle_assert(int condition)
{
    (void)condition;
    assert(condition);
}

// Do nothing: the section is not atomic.
static inline void heddle_atomic_begin(void) {}
static inline void heddle_atomic_end(void) {}

// Do nothing.
static inline void heddle_record_begin(void) {}
static inline void heddle_record_end(void) {}

#endif

#ifdef __cplusplus
}
#endif

#endif
