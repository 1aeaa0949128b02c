// Sleep sets as they are stored with summaries (docs/design.md 7.5): a summary was made without the
// executions that the sleeping operations begin, and may cut only where these sleep, too. Equal sleepers have
// equal numbers, so that a stored set is a set of numbers.
#ifndef HEDDLE_EXPLORE_STORED_SLEEPER_H
#define HEDDLE_EXPLORE_STORED_SLEEPER_H

#include "base/index.h"
#include "base/vector.h"

#include <stdbool.h>

struct stored_sleeper {
    uint32_t thread, label, outcome; // intern.h
    bool complete;                   // as of a sleeper
};

struct stored_sleepers {
    VECTOR(struct stored_sleeper) all;
    struct index index;
};

// A cleared struct ({0}) has none. To be freed before the labels and outcomes are forgotten.
void stored_sleepers_free(struct stored_sleepers *stored);
// Its number, new where no equal one has been given.
uint32_t stored_sleeper_number(struct stored_sleepers *stored, const struct stored_sleeper *sleeper);
static inline const struct stored_sleeper *stored_sleeper_get(const struct stored_sleepers *stored,
                                                              uint32_t number)
{
    return &stored->all.data[number];
}

#endif
