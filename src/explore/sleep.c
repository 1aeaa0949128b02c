#include "explore/sleep.h"

// Takes the mark `complete` from all entries of a thread from `begin` on.
static void make_partial(struct sleepers *sleepers, uint32_t begin, uint32_t thread)
{
    for (uint32_t k = begin; k < sleepers->stack.size; k++)
        if (sleepers->stack.data[k].thread == thread)
            sleepers->stack.data[k].complete = false;
}

void sleep_after(struct sleepers *sleepers, const struct labels *labels, struct sleep_span span,
                 uint32_t thread, uint32_t label)
{
    uint32_t begin = sleepers->stack.size;
    for (uint32_t k = span.begin; k < span.end; k++) {
        struct sleeper s = sleepers->stack.data[k];
        if (s.thread != thread && !label_conflict(labels, s.label, label))
            vector_push(&sleepers->stack, s);
    }
    for (uint32_t k = span.begin; sleepers->stack.size > begin && k < span.end; k++) {
        struct sleeper s = sleepers->stack.data[k];
        if (s.complete && label_conflict(labels, s.label, label))
            make_partial(sleepers, begin, s.thread);
    }
    sleepers->begin = begin;
}

enum sleep_state sleep_state(const struct sleeper *set, uint32_t count, uint32_t thread)
{
    enum sleep_state state = AWAKE;
    for (uint32_t k = 0; k < count; k++)
        if (set[k].thread == thread) {
            if (set[k].complete)
                return ASLEEP;
            state = ASLEEP_PARTLY;
        }
    return state;
}

bool sleep_has(const struct sleeper *set, uint32_t count, uint32_t thread, uint32_t outcome)
{
    for (uint32_t k = 0; k < count; k++)
        if (set[k].thread == thread && (set[k].complete || set[k].outcome == outcome))
            return true;
    return false;
}

// Whether the sleeper's own event could come first in the sequence.
static bool could_start(const struct sequence *sequence, const struct sleeper *sleeper,
                        const struct labels *labels, uint32_t item)
{
    return (sleeper->complete || sleeper->outcome == sequence->items.data[item].outcome) &&
           sequence_initial_as(sequence, labels, item, sleeper->label);
}

static bool thread_covers(const struct sleeper *set, uint32_t count, const struct labels *labels,
                          const struct sequence *sequence, const struct sleeper *sleeper)
{
    uint32_t item = sequence_first(sequence, sleeper->thread);
    if (item != NO_ITEM)
        return could_start(sequence, sleeper, labels, item);
    if (!sleeper->complete || sleeper->weak)
        return false;
    for (uint32_t k = 0; k < count; k++)
        if (set[k].thread == sleeper->thread && !sequence_independent(sequence, labels, set[k].label))
            return false;
    return true;
}

bool sleep_covers(const struct sleeper *set, uint32_t count, const struct labels *labels,
                  const struct sequence *sequence)
{
    for (uint32_t k = 0; k < count; k++)
        if (thread_covers(set, count, labels, sequence, &set[k]))
            return true;
    return false;
}

bool sleep_covers_first(const struct sleeper *set, uint32_t count, const struct labels *labels,
                        const struct sequence *sequence)
{
    for (uint32_t k = 0; k < count; k++) {
        uint32_t item = sequence_first(sequence, set[k].thread);
        if (item != NO_ITEM && could_start(sequence, &set[k], labels, item))
            return true;
    }
    return false;
}

void sleep_weaken(struct sleepers *sleepers)
{
    for (uint32_t k = sleepers->begin; k < sleepers->stack.size; k++)
        sleepers->stack.data[k].weak = true;
}
