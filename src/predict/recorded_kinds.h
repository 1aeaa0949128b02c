// What kind of memory is there: a named variable of the program, a stack, a block. An object of the machine
// and memory of the recorded run that are of different kinds are not the same.
#ifndef HEDDLE_PREDICT_RECORDED_KINDS_H
#define HEDDLE_PREDICT_RECORDED_KINDS_H

#include "base/vector.h"
#include "machine/machine.h"
#include "predict/recording_names.h"

// Stacks of threads, as they were natively.
struct recorded_stack {
    uint64_t begin, size;
};
typedef VECTOR(struct recorded_stack) recorded_stacks;

// Whether the machine's object that begins at `base` can be what is natively at that address.
bool recorded_kinds_agree(const struct program *program, const struct machine *machine, uint64_t base,
                          const struct recording_names *names, const recorded_stacks *stacks,
                          uint64_t native);

#endif
