// Programs that end by comparing their final state with one that the oracle forbids (states.py): the states
// that are reached, and what the oracle can set.
#ifndef HEDDLE_FUZZ_ORACLE_STATES_H
#define HEDDLE_FUZZ_ORACLE_STATES_H

#include "oracle_look.h"

enum { MAX_PARTS = 32, MAX_INPUTS = 4, INPUT_VECTORS = 2 };

// What the oracle can set in a program.
struct knobs {
    struct program *program;
    const struct global *control, *forbidden, *value; // value: NULL without inputs
    uint32_t inputs, parts;                           // parts of the state, of which the first are inputs
};
enum control { CONTROL_FORBID, CONTROL_PRINT, CONTROL_FIX_INPUTS, CONTROL_INPUTS, CONTROL_CELLS };

// A final state and how many executions ended in it.
struct reached {
    int64_t part[MAX_PARTS];
    uint64_t times;
};
typedef VECTOR(struct reached) reached_set;

// All of them, the rarest first, and what exhaustive exploration has seen besides.
struct reached_states {
    struct knobs knobs;
    struct seen reference;
    reached_set reached;
};

// False: it is no such program.
bool reached_find_knobs(struct program *program, uint32_t number, struct knobs *knobs);
// Explores without reduction. With inputs: once for the violations, and for a few inputs that `seed` draws,
// fixed, for the states that are reached with them. *last is what made it stop.
bool reached_explore(struct reached_states *states, const struct oracle_options *options, uint64_t seed,
                     struct seen *last);
void reached_free(struct reached_states *states);
bool reached_has(const reached_set *set, const struct reached *state);
// Makes the program assert that it does not end in the state. `text` becomes its name.
enum { STATE_NAME_SIZE = MAX_PARTS * 21 + 1 };
void reached_forbid(const struct knobs *knobs, const struct reached *state, char text[STATE_NAME_SIZE]);
void reached_forbid_none(const struct knobs *knobs);
// Whether what was seen can be compared with.
bool reached_usable(const struct seen *seen);

#endif
