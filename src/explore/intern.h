// Lists that occur again and again, as numbers: the memory an event touches (its label) and what was
// decided in it (its outcome). Equal lists have equal numbers. Lists stay until the search ends or starts
// again: there are as many as a program has different operations, not as many as executions.
#ifndef HEDDLE_EXPLORE_INTERN_H
#define HEDDLE_EXPLORE_INTERN_H

#include "base/bytes.h"
#include "base/index.h"
#include "base/vector.h"
#include "machine/machine.h"

// The label of an event after which no thread can go on: it conflicts with everything.
#define LABEL_ALL 0xffffffffu

// The outcome of an event without choices.
#define OUTCOME_NONE 0u
// Stands for all outcomes of an operation that has not been executed.
#define OUTCOME_ANY 0xffffffffu

struct interned_list {
    uint32_t first, count; // in the items
};

typedef VECTOR(struct interned_list) interned_lists; // list 0 is empty

// Labels with smaller numbers have their conflicts remembered.
#define LABEL_REMEMBERED 512u

struct labels {
    interned_lists lists;
    struct index index;
    VECTOR(struct access) items;
    uint8_t *conflicts; // by pair: 0 unknown, 1 none, 2 conflict
};
struct outcomes {
    interned_lists lists;
    struct index index;
    VECTOR(struct machine_decision) items;
};

void labels_init(struct labels *labels);
void labels_free(struct labels *labels);
// The number of a list of accesses: its label.
uint32_t label_intern(struct labels *labels, const struct access *accesses, uint32_t count);
// The accesses of a label; valid until the next is interned. Not for LABEL_ALL.
static inline const struct access *label_get(const struct labels *f, uint32_t number, uint32_t *count)
{
    const struct interned_list *list = &f->lists.data[number];
    *count = list->count;
    return vector_from(&f->items, list->first);
}
// Whether events with these labels are dependent.
bool label_conflict(const struct labels *labels, uint32_t a, uint32_t b);
// An access as bytes, as a later search of the same build reads it.
void label_write_access(const struct access *access, byte_vector *to);
struct access label_read_access(struct byte_reader *from);

void outcomes_init(struct outcomes *outcomes);
void outcomes_free(struct outcomes *outcomes);
// A decision that is there twice counts once; those after a join do not count.
uint32_t outcome_intern(struct outcomes *outcomes, const struct machine_decision *decisions, uint32_t count);
static inline const struct machine_decision *outcome_get(const struct outcomes *o, uint32_t number,
                                                         uint32_t *count)
{
    const struct interned_list *list = &o->lists.data[number];
    *count = list->count;
    return vector_from(&o->items, list->first);
}

#endif
