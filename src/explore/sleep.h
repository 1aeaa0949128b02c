// Sleep sets: threads whose next operation has been explored from a choice point, or from one above it, and
// need not be explored again until something dependent happens. A thread sleeps with one operation and one
// outcome.
//
// The set of a choice point is what it has inherited (a span of the search's stack of sleepers), and what has
// been explored from it since.
#ifndef HEDDLE_EXPLORE_SLEEP_H
#define HEDDLE_EXPLORE_SLEEP_H

#include "explore/sequence.h"

struct sleeper {
    uint32_t thread, outcome, label;
    bool complete; // all outcomes of the operation sleep, and have entries of their own
    bool weak;     // counts only for sequences that have its event, see sleep_weaken
};

typedef VECTOR(struct sleeper) sleeper_vector;

struct sleepers {
    sleeper_vector stack;
    uint32_t begin; // the present set starts here
};

// A part of the stack.
struct sleep_span {
    uint32_t begin, end;
};

// The set after an event: pushes those of `span` that the event does not wake, and makes them the present
// set.
void sleep_after(struct sleepers *sleepers, const struct labels *labels, struct sleep_span span,
                 uint32_t thread, uint32_t label);
// Whether the thread's next operation sleeps: with no outcome, with some, with all.
enum sleep_state { AWAKE, ASLEEP_PARTLY, ASLEEP };
enum sleep_state sleep_state(const struct sleeper *set, uint32_t count, uint32_t thread);
// Whether an event with that outcome has been explored.
bool sleep_has(const struct sleeper *set, uint32_t count, uint32_t thread, uint32_t outcome);
// Whether all that starts with the sequence has been explored, or will be because of what is in wake-up
// trees: some sleeper could come first.
bool sleep_covers(const struct sleeper *set, uint32_t count, const struct labels *labels,
                  const struct sequence *sequence);
// From here on the present sleepers cover only sequences that have their own event. For where the search
// leaves a wake-up tree: the tree leads to places where nobody sleeps, unless the last event of a sequence
// turned out to touch less than it had touched after the race; then what was explored above does not see to
// it that sequences without the sleeper's event are explored below.
void sleep_weaken(struct sleepers *sleepers);
// sleep_covers for source sets, where a thread that is not in the sequence does not count: nothing above the
// choice point says what has to be explored below it.
bool sleep_covers_first(const struct sleeper *set, uint32_t count, const struct labels *labels,
                        const struct sequence *sequence);

#endif
