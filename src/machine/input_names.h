// What inputs are called: for heddle by two numbers that are the same in every interleaving
// (docs/design.md 7.10), for people by a text. Private to src/machine.
#ifndef HEDDLE_MACHINE_INPUT_NAMES_H
#define HEDDLE_MACHINE_INPUT_NAMES_H

#include "base/index.h"
#include "base/vector.h"
#include "machine/describe.h"

#include <stdbool.h>
#include <stdint.h>

struct object;

// The inputs of a thread are named by the thread's number and how many it made before; those that irrelevant
// statements make (relevance.h) are counted apart.
#define INPUT_APART ((uint64_t)1 << 32)
static inline uint64_t input_number(uint32_t count, bool apart)
{
    return apart ? INPUT_APART | count : count;
}

// The bits of results that are not a number are named by the thread and its count of floating-point
// operations.
#define INPUT_NAN ((uint64_t)1 << 33)

// Inputs that stand for memory that was never written are named by its object, an offset in it, and how often
// the scope of a variable had begun, so that it does not matter who reads it first. All parts of the name
// have bits of their own: variables with a scope are smaller than 2^32 bytes.
#define INPUT_MEMORY ((uint64_t)1 << 63)
#define INPUT_SCOPE_SHIFT 32
uint64_t input_maker_of_object(const struct object *o);

// Inputs of states, numbered in the order in which a state comes to them (canonical.c): in no query.
#define INPUT_SLOTS (((uint64_t)1 << 62) + 2)

// What a record is about if not one input: all inputs of its maker.
#define INPUT_EVERY UINT64_MAX

struct input_record {
    uint64_t maker, number;
    char *text;
    struct input_form form;
};
struct input_names {
    VECTOR(struct input_record) records;
    struct index index;
};

// The newest text for an input is kept: what a thread makes as its third input, say, differs from one
// execution to another. `text` is copied.
void input_names_add(struct input_names *names, uint64_t maker, uint64_t number, const char *text,
                     struct input_form form);
// NULL: there is none. Owned by the table.
const char *input_names_find(const struct input_names *names, uint64_t maker, uint64_t number);
void input_names_free(struct input_names *names);

#endif
