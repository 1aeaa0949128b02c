// Numbers found by a hash of what they stand for: an open addressing table that leaves it to its user to
// compare.
//
//     for (uint32_t at = index_begin(hash), n; (n = index_next(&index, hash, &at)) != INDEX_NONE;)
//         if (same(n, what)) return n;
//     index_add(&index, hash, new_number);
//
// A cleared index ({0}) is empty and valid; index_free releases it. Hashes are mixed by who calls.
#ifndef HEDDLE_BASE_INDEX_H
#define HEDDLE_BASE_INDEX_H

#include "base/memory.h"

#define INDEX_NONE 0xffffffffu

struct index_slot {
    uint32_t hash, number; // number: + 1; 0: free
};
struct index {
    struct index_slot *slots;
    uint32_t size, used; // size: a power of two
};

static inline uint32_t index_begin(uint64_t hash)
{
    return (uint32_t)hash;
}

// The next number that was added with that hash, or maybe with another one; INDEX_NONE: that was all.
static inline uint32_t index_next(const struct index *index, uint64_t hash, uint32_t *at)
{
    while (index->size) {
        const struct index_slot *slot = &index->slots[(*at)++ & (index->size - 1)];
        if (!slot->number)
            break;
        if (slot->hash == (uint32_t)hash)
            return slot->number - 1;
    }
    return INDEX_NONE;
}

static inline void index_put(struct index *index, struct index_slot slot)
{
    uint32_t k = slot.hash & (index->size - 1);
    while (index->slots[k].number)
        k = (k + 1) & (index->size - 1);
    index->slots[k] = slot;
}

static inline void index_add(struct index *index, uint64_t hash, uint32_t number)
{
    if (2 * (index->used + 1) > index->size) {
        struct index old = *index;
        uint32_t size = old.size ? memory_doubled(old.size) : 64;
        index->slots = memory_zalloc(size, sizeof *index->slots); // may fail: then nothing has changed
        index->size = size;
        for (uint32_t k = 0; k < old.size; k++)
            if (old.slots[k].number)
                index_put(index, old.slots[k]);
        memory_free(old.slots);
    }
    index_put(index, (struct index_slot){(uint32_t)hash, number + 1});
    index->used++;
}

// Takes out the number that was added last.
static inline void index_remove_last(struct index *index, uint64_t hash, uint32_t number)
{
    uint32_t k = (uint32_t)hash & (index->size - 1);
    while (index->slots[k].number != number + 1)
        k = (k + 1) & (index->size - 1);
    index->slots[k].number = 0;
    index->used--;
}

static inline void index_free(struct index *index)
{
    memory_free(index->slots);
    *index = (struct index){0};
}

#endif
