// Promises (DESIGN 7.5): what a summary relies on, that an operation sleeps in its state. Equal promises have
// equal numbers, so that a summary's are a set of numbers.
#ifndef HEDDLE_EXPLORE_PROMISE_H
#define HEDDLE_EXPLORE_PROMISE_H

#include "base/index.h"
#include "base/vector.h"

#include <stdbool.h>

struct promise {
    uint32_t thread, footprint, outcome; // intern.h
    bool complete;                       // as of a sleeper
};

struct promises {
    VECTOR(struct promise) all;
    struct index index;
};

// A cleared struct ({0}) has none. Forgets all, before the footprints and outcomes are.
void promises_free(struct promises *promises);
uint32_t promise_number(struct promises *promises, const struct promise *promise);
static inline const struct promise *promise_get(const struct promises *promises, uint32_t number)
{
    return &promises->all.data[number];
}

#endif
