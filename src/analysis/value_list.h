// Which values a value may come from: a list without repetitions that only grows, to be walked while it does.
// Bounded, since what comes from more places than that is not worth the time.
#ifndef HEDDLE_ANALYSIS_VALUE_LIST_H
#define HEDDLE_ANALYSIS_VALUE_LIST_H

#include "analysis/registers.h"

enum { VALUE_LIST_LIMIT = 64 };

// A cleared `size` is empty; nothing is to be released.
struct value_list {
    struct register_value data[VALUE_LIST_LIMIT];
    uint32_t size;
};

// Each returns false where there is no room, or it is not known where a value comes from.
bool value_list_add(struct value_list *values, struct register_value value);
// Adds all that a merge takes its value from; of an instruction, its operand in `a`.
bool value_list_add_sources(struct value_list *values, const struct program *program,
                            const struct registers *registers, struct register_value value);

#endif
