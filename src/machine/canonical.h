// The machine's present state as words: two states with the same words have the same future, up to the names
// of what is still to be made. All registers that can still be read in all frames, all memory that is alive
// and has changed since a first state; own stack objects of threads are named by their places, and inputs
// that are made anew each time by their order in the state. What is left out is how much there has been: the
// numbers of objects and inputs made, which name those to come, and what await.h and peek.h remember. Private
// to src/machine.
#ifndef HEDDLE_MACHINE_CANONICAL_H
#define HEDDLE_MACHINE_CANONICAL_H

#include "machine/state.h"
#include "term/project.h"

typedef VECTOR(uint64_t) canonical_words;

// A line that has changed in some state, as it was in the first one.
struct first_line {
    uint32_t object, line;
    struct line was; // the undo log keeps its overlay
    uint8_t data[LINE_BYTES];
};
// An object's record when it was first changed.
struct first_object {
    uint32_t object;
    uint16_t reach;
    uint8_t state;
};

struct made_object {
    uint64_t base;
    uint32_t object;
};

// An object on a thread's stack that only the thread can reach and that was made after the first state, named
// by its place there: each round of a loop may make another.
struct stack_object {
    uint64_t base, size, name;
};

// WITHIN_ATTEMPT: of states that are reached by steps which are tried (struct attempt), without a choice, and
// in which time stands still. WITHIN_SEARCH: of such states, up to the names of inputs that were made on the
// way. WHOLE: of any states of one search without partial order reduction, up to the names of inputs;
// whatever inputs have decided about what is still there is part of it (docs/states.md).
enum canonical_extent { CANONICAL_WITHIN_ATTEMPT, CANONICAL_WITHIN_SEARCH, CANONICAL_WHOLE };

// Where a part begins; the address of the line of memory that it describes, 0 for others, and where in the
// part the content of the line stands.
struct canonical_part {
    uint64_t address;
    uint32_t begin, content;
};

struct canonical {
    struct machine *machine;
    enum canonical_extent extent;
    uint32_t objects;        // that exist in all states
    uint32_t conditions;     // of the first state's path
    VECTOR(uint32_t) inputs; // by thread: how many it had made in the first state
    VECTOR(struct first_line) lines;
    struct index line_index;
    VECTOR(struct first_object) changed;
    canonical_words present;             // the state
    VECTOR(struct canonical_part) parts; // of it: each thread, line of memory, object, ...
    canonical_words was, now;            // scratch
    VECTOR(struct made_object) made;     // scratch
    VECTOR(struct stack_object) stacks;  // of the present state
    struct term_conjuncts terms;         // that the state holds; then the conditions on their inputs
    uint32_t slots;                      // inputs that were numbered
    uint64_t looked_at;                  // inputs of terms, as often as they were looked at for the state
    VECTOR(bool) marked;                 // by input: it holds it, or a condition with one that it holds
    bool unique;                         // what is not known has a part in it: it is like no other state
    bool shared_changed;                 // what all threads can reach differs from the first state's
    VECTOR(bool) private_changed;        // by thread: what only that one can reach does
};

// With the present state as the first one; what changes from here on is logged. Cleared before.
void canonical_init(struct canonical *c, struct machine *m, enum canonical_extent extent);
void canonical_free(struct canonical *c);
// The machine has come to its present state from one that was described, at which it was marked; NULL: from
// the first one, at which it was not.
void canonical_describe(struct canonical *c, const struct machine_mark *since);

#endif
