// A hash table from pointers to 32-bit numbers, for LLVM's values, types and blocks.
#ifndef HEDDLE_LOWER_MAP_H
#define HEDDLE_LOWER_MAP_H

#include "base/hash.h"
#include "base/memory.h"

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#define MAP_ABSENT 0xffffffffu

struct map {
    struct map_entry {
        const void *key;
        uint32_t value;
    } *entries;
    uint32_t count, capacity; // capacity: a power of two, or 0
};

static inline uint32_t map_slot(const struct map *map, const void *key)
{
    uint32_t mask = map->capacity - 1;
    uint32_t slot = (uint32_t)hash_mix((uintptr_t)key) & mask;
    while (map->entries[slot].key && map->entries[slot].key != key)
        slot = (slot + 1) & mask;
    return slot;
}

// The value stored for `key`, or MAP_ABSENT.
static inline uint32_t map_get(const struct map *map, const void *key)
{
    if (!map->capacity)
        return MAP_ABSENT;
    const struct map_entry *entry = &map->entries[map_slot(map, key)];
    return entry->key ? entry->value : MAP_ABSENT;
}

static inline void map_grow(struct map *map)
{
    struct map old = *map;
    map->capacity = old.capacity ? memory_doubled(old.capacity) : 64;
    map->entries = memory_zalloc(map->capacity, sizeof *map->entries);
    for (uint32_t i = 0; i < old.capacity; i++)
        if (old.entries[i].key)
            map->entries[map_slot(map, old.entries[i].key)] = old.entries[i];
    memory_free(old.entries);
}

// Stores `value` for `key`, which must not be NULL; replaces what was there.
static inline void map_put(struct map *map, const void *key, uint32_t value)
{
    if (map->count * 2 >= map->capacity)
        map_grow(map);
    struct map_entry *entry = &map->entries[map_slot(map, key)];
    map->count += entry->key == NULL;
    entry->key = key;
    entry->value = value;
}

static inline void map_clear(struct map *map)
{
    if (map->capacity)
        memset(map->entries, 0, map->capacity * sizeof *map->entries);
    map->count = 0;
}

static inline void map_free(struct map *map)
{
    memory_free(map->entries);
    *map = (struct map){0};
}

#endif
