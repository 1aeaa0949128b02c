#include "smt/models.h"

#define SLOTS 8192u
#define MOST_ENTRIES 4096u
#define MOST_VALUES (1u << 20)
#define LATEST_TRIED 12u

void models_free(struct models *models)
{
    vector_free(&models->values);
    vector_free(&models->entries);
    memory_free(models->slots);
    models->slots = NULL;
}

bool models_satisfy(struct terms *terms, const term *conjuncts, uint32_t n, const uint64_t *values,
                    uint32_t count)
{
    term_evaluate_begin(terms, values, count);
    // The last conjunct is the latest constraint, which a guess fails most often.
    for (uint32_t i = n; i-- > 0;)
        if (!term_evaluate_next(terms, conjuncts[i]))
            return false;
    return true;
}

static bool try_entry(struct models *models, struct terms *terms, uint32_t entry, const term *conjuncts,
                      uint32_t n)
{
    struct model_entry e = models->entries.data[entry];
    return models_satisfy(terms, conjuncts, n, models->values.data + e.start, e.count);
}

const uint64_t *models_find(struct models *models, struct terms *terms, uint64_t query, const term *conjuncts,
                            uint32_t n, uint32_t *count)
{
    static const uint64_t nothing = 0;
    *count = 0;
    if (models_satisfy(terms, conjuncts, n, &nothing, 0))
        return &nothing;
    uint32_t found = models->entries.size, tried = 0;
    if (models->slots) {
        uint32_t same = models->slots[query % SLOTS];
        if (same && models->entries.data[same - 1].query == query &&
            try_entry(models, terms, same - 1, conjuncts, n))
            found = same - 1;
    }
    for (uint32_t i = models->entries.size;
         found == models->entries.size && i-- > 0 && tried++ < LATEST_TRIED;)
        if (try_entry(models, terms, i, conjuncts, n))
            found = i;
    if (found == models->entries.size)
        return NULL;
    *count = models->entries.data[found].count;
    return models->values.data + models->entries.data[found].start;
}

void models_add(struct models *models, uint64_t query, const uint64_t *values, uint32_t count)
{
    if (!models->slots)
        models->slots = memory_zalloc(SLOTS, sizeof *models->slots);
    if (models->entries.size >= MOST_ENTRIES || models->values.size + count > MOST_VALUES) {
        vector_clear(&models->entries);
        vector_clear(&models->values);
        memset(models->slots, 0, SLOTS * sizeof *models->slots);
    }
    while (count && values[count - 1] == 0)
        count--; // what is not stored is 0
    struct model_entry entry = {query, models->values.size, count};
    vector_reserve(&models->values, (uint64_t)models->values.size + count + 1);
    if (count)
        memcpy(models->values.data + models->values.size, values, count * sizeof *values);
    models->values.size += count;
    vector_push(&models->entries, entry);
    models->slots[query % SLOTS] = models->entries.size;
}
