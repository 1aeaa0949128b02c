// What a search over states notes for livelocks (livelock.h): where each thread stands in each state, and
// which loop it goes round in each step.
#ifndef HEDDLE_EXPLORE_LIVELOCK_NOTES_H
#define HEDDLE_EXPLORE_LIVELOCK_NOTES_H

#include "base/index.h"
#include "base/vector.h"
#include "machine/questions.h"

#define NO_CALL_PLACE UINT32_MAX

// Where a thread stands in one of its frames, as far as the ones below it are concerned, too.
struct call_place {
    uint32_t outer;         // in the frame below, NO_CALL_PLACE: this is the first one
    uint32_t thread, depth; // depth: of the first frame 1
    uint32_t code;          // NO_CODE: in none of the program
};

// A thread in a state.
struct thread_note {
    uint16_t thread;
    bool denied;    // machine_is_starved
    uint32_t place; // in its innermost frame; NO_CALL_PLACE: it takes no steps
};

// A cleared one is empty.
struct livelock_notes {
    VECTOR(struct call_place) places;
    struct index place_index;
    VECTOR(uint32_t) begins; // by state: its first thread; it ends where the next one begins
    VECTOR(struct thread_note) threads;
    VECTOR(struct loop_seen) rounds; // by edge; of one from the program's start nothing is said
    VECTOR(uint32_t) stack;          // scratch
};
void livelock_notes_free(struct livelock_notes *notes);
// Of the machine's present state, the next one.
void livelock_notes_add(struct livelock_notes *notes, const struct machine *machine);
// Behind the last thread of the state.
uint32_t livelock_notes_end(const struct livelock_notes *notes, uint32_t state);

#endif
