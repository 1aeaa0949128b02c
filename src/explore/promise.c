#include "explore/promise.h"

#include "base/hash.h"

void promises_free(struct promises *promises)
{
    vector_free(&promises->all);
    index_free(&promises->index);
}

static bool same(const struct promise *a, const struct promise *b)
{
    return a->thread == b->thread && a->footprint == b->footprint && a->outcome == b->outcome &&
           a->complete == b->complete;
}

uint32_t promise_number(struct promises *promises, const struct promise *promise)
{
    uint64_t hash = hash_combine((uint64_t)promise->thread << 32 | promise->footprint,
                                 (uint64_t)promise->outcome << 1 | promise->complete);
    for (uint32_t at = index_begin(hash), n; (n = index_next(&promises->index, hash, &at)) != INDEX_NONE;)
        if (same(&promises->all.data[n], promise))
            return n;
    vector_push(&promises->all, *promise);
    index_add(&promises->index, hash, promises->all.size - 1);
    return promises->all.size - 1;
}
