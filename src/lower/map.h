// From pointers to 32-bit numbers, for LLVM's values, types and blocks. A cleared map ({0}) is empty;
// map_free releases it.
#ifndef HEDDLE_LOWER_MAP_H
#define HEDDLE_LOWER_MAP_H

#include "base/hash.h"
#include "base/index.h"
#include "base/vector.h"

#define MAP_ABSENT 0xffffffffu

struct map_entry {
    const void *key;
    uint32_t value;
};
struct map {
    struct index index;
    VECTOR(struct map_entry) entries;
};

// The entry of `key`, valid until the next map_put; NULL: none.
static inline struct map_entry *map_find(const struct map *map, const void *key)
{
    uint64_t hash = hash_mix((uintptr_t)key);
    for (uint32_t at = index_begin(hash), n; (n = index_next(&map->index, hash, &at)) != INDEX_NONE;)
        if (vector_at(&map->entries, n).key == key)
            return &vector_at(&map->entries, n);
    return NULL;
}

// The value stored for `key`, or MAP_ABSENT.
static inline uint32_t map_get(const struct map *map, const void *key)
{
    const struct map_entry *entry = map_find(map, key);
    return entry ? entry->value : MAP_ABSENT;
}

// Stores `value` for `key`; replaces what was there.
static inline void map_put(struct map *map, const void *key, uint32_t value)
{
    struct map_entry *entry = map_find(map, key);
    if (entry) {
        entry->value = value;
        return;
    }
    vector_push(&map->entries, (struct map_entry){key, value});
    index_add(&map->index, hash_mix((uintptr_t)key), map->entries.size - 1);
}

static inline void map_free(struct map *map)
{
    index_free(&map->index);
    vector_free(&map->entries);
}

#endif
