// Sequences of events that start with the reversal of a race: what happened after an event without
// depending on it, then an operation that raced with it (notdep(e, E).e' in Abdulla et al., POPL 2014).
#ifndef HEDDLE_EXPLORE_SEQUENCE_H
#define HEDDLE_EXPLORE_SEQUENCE_H

#include "explore/clock_store.h"
#include "explore/intern.h"

#define NO_ITEM 0xffffffffu

struct sequence_item {
    uint32_t thread, count; // the how-many-th event of its thread
    uint32_t outcome, label;
    uint32_t event; // index in the trace, NO_ITEM: it was not executed
    // By thread: how many of its events happen before the item, itself included. NULL: as in `record` of the
    // sequence's store, of an execution with many threads.
    const uint32_t *clock;
    uint32_t record;
};

struct sequence {
    VECTOR(struct sequence_item) items;
    uint32_t stride; // entries of a clock; threads beyond have none
    const struct clock_store *store;
    bool part; // what came after the race's second event, independent of the first one, is left out
};

// An entry of the clock of item number k, for a thread below the stride.
static inline uint32_t sequence_tick(const struct sequence *s, uint32_t k, uint32_t thread)
{
    const struct sequence_item *item = &s->items.data[k];
    return item->clock ? item->clock[thread] : clock_store_tick(s->store, item->record, thread);
}

static inline bool sequence_before(const struct sequence *s, uint32_t a, uint32_t b)
{
    const struct sequence_item *x = &s->items.data[a];
    return x->thread < s->stride && sequence_tick(s, b, x->thread) >= x->count;
}

// The first item of a thread, NO_ITEM if there is none.
static inline uint32_t sequence_first(const struct sequence *s, uint32_t thread)
{
    for (uint32_t k = 0; k < s->items.size; k++)
        if (s->items.data[k].thread == thread)
            return k;
    return NO_ITEM;
}

// Whether nothing in the sequence happens before the item: it could come first.
static inline bool sequence_initial(const struct sequence *s, uint32_t item)
{
    for (uint32_t k = 0; k < item; k++)
        if (sequence_before(s, k, item))
            return false;
    return true;
}

// Whether an event with that label, in place of the item, could come first. What an atomic section accesses
// depends on what it reads: where it was executed first it may have accessed more than in the sequence.
static inline bool sequence_initial_as(const struct sequence *s, const struct labels *labels, uint32_t item,
                                       uint32_t label)
{
    if (!sequence_initial(s, item))
        return false;
    for (uint32_t k = 0; k < item && label != s->items.data[item].label; k++)
        if (label_conflict(labels, label, s->items.data[k].label))
            return false;
    return true;
}

// Whether an event that is not in the sequence is independent of all of it.
static inline bool sequence_independent(const struct sequence *s, const struct labels *labels, uint32_t label)
{
    for (uint32_t k = 0; k < s->items.size; k++)
        if (label_conflict(labels, label, s->items.data[k].label))
            return false;
    return true;
}

static inline void sequence_remove(struct sequence *s, uint32_t item)
{
    memmove(s->items.data + item, s->items.data + item + 1,
            (s->items.size - item - 1) * sizeof *s->items.data);
    s->items.size--;
}

#endif
