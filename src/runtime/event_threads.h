// Threads that tell of an event by calling a function of the program (SIGEV_THREAD).
#ifndef HEDDLE_RUNTIME_EVENT_THREADS_H
#define HEDDLE_RUNTIME_EVENT_THREADS_H

#include "runtime/signals.h"

enum { EVENT_BY_SIGNAL = 0, EVENT_BY_NOTHING = 1, EVENT_BY_CALL = 2, EVENT_TO_ONE_THREAD = 4 };

struct runtime_event { // struct sigevent
    union sigval value;
    int number, how;
    void (*function)(union sigval value);
    const void *attributes;
};

// pthread_attr_t
struct runtime_thread_attributes {
    char bytes[sizeof(void *) == 8 ? 56 : 36];
};

// As in glibc the thread is detached and blocks all signals. Where it cannot be created nothing is called:
// false.
bool __runtime_begin_event_thread(const void *attributes, void *(*routine)(void *), void *argument);

#endif
