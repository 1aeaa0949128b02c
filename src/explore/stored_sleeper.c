#include "explore/stored_sleeper.h"

#include "base/hash.h"

void stored_sleepers_free(struct stored_sleepers *stored)
{
    vector_free(&stored->all);
    index_free(&stored->index);
}

static bool is_same_sleeper(const struct stored_sleeper *a, const struct stored_sleeper *b)
{
    return a->thread == b->thread && a->label == b->label && a->outcome == b->outcome &&
           a->complete == b->complete;
}

uint32_t stored_sleeper_number(struct stored_sleepers *stored, const struct stored_sleeper *sleeper)
{
    uint64_t hash = hash_combine((uint64_t)sleeper->thread << 32 | sleeper->label,
                                 (uint64_t)sleeper->outcome << 1 | sleeper->complete);
    for (uint32_t at = index_begin(hash), n; (n = index_next(&stored->index, hash, &at)) != INDEX_NONE;)
        if (is_same_sleeper(&stored->all.data[n], sleeper))
            return n;
    vector_push(&stored->all, *sleeper);
    index_add(&stored->index, hash, stored->all.size - 1);
    return stored->all.size - 1;
}
