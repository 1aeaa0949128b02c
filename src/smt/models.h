// Models that answered earlier queries: one of them often answers the next. A stored model is only ever a
// guess that is evaluated, so whatever it was stored for, it can be tried on any query.
#ifndef HEDDLE_SMT_MODELS_H
#define HEDDLE_SMT_MODELS_H

#include "base/vector.h"
#include "term/term.h"

struct model_entry {
    uint64_t query; // hash of the query it was stored for; 0: free
    uint32_t start, count;
};

struct models {
    VECTOR(uint64_t) values;
    VECTOR(struct model_entry) entries; // oldest first
    uint32_t *slots; // by query hash: entry + 1; the newest takes the place of one that has the same slot
};

void models_free(struct models *models);

// A model under which every conjunct is 1, or NULL; *count: how many inputs it gives (the others are 0).
// Tries the one stored for the same query, then the latest ones. Valid until the next models_add.
const uint64_t *models_find(struct models *models, struct terms *terms, uint64_t query, const term *conjuncts,
                            uint32_t n, uint32_t *count);

void models_add(struct models *models, uint64_t query, const uint64_t *values, uint32_t count);

// Whether all conjuncts are 1 under the values.
bool models_satisfy(struct terms *terms, const term *conjuncts, uint32_t n, const uint64_t *values,
                    uint32_t count);

#endif
