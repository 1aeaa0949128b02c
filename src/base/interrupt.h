// Ends what a call of the library is blocked in - a query to the solver, a child process - from another
// thread. Whoever blocks says how to be ended; whoever wants the call to end raises the interrupt, again and
// again until the call is over: what is ended may have been about to begin.
#ifndef HEDDLE_BASE_INTERRUPT_H
#define HEDDLE_BASE_INTERRUPT_H

#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

struct interrupt {
    atomic_bool stop;     // the call is to end as soon as possible; other threads and signal handlers set it
    pthread_mutex_t lock; // of what follows
    bool raised;
    bool out_of_memory;         // it was raised because too much memory was held
    void (*end)(void *context); // NULL: nothing blocks
    void *context;
    uint64_t most_bytes; // what the process and its children may hold together; 0: anything
    double until;        // the time, as clock_seconds tells it, at which `end` is called anyway; 0: never
};

void interrupt_init(struct interrupt *interrupt);
void interrupt_free(struct interrupt *interrupt);

// The caller is about to block; `end` ends that, called by another thread, from now on until interrupt_leave.
// `interrupt` may be NULL: then nobody can. False: it has been raised, do not begin.
bool interrupt_enter(struct interrupt *interrupt, void (*end)(void *context), void *context, double until);
void interrupt_leave(struct interrupt *interrupt);
// Whether it has been raised.
bool interrupt_raised(struct interrupt *interrupt);

// Ends what blocks now, and whatever would block later.
void interrupt_raise(struct interrupt *interrupt);
// interrupt_raise, because too much memory is held.
void interrupt_exhaust(struct interrupt *interrupt);
// Ends what has blocked for too long.
void interrupt_look(struct interrupt *interrupt);

#endif
