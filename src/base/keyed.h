// Records found by a number, their key: an open addressing table that holds the records themselves. A record
// is a structure whose first field is `uint64_t key`; 0 is the key of none. Pointers to records hold until
// the next one is added.
//
// A cleared table ({0}) is empty and valid; keyed_free releases it. Callers pass the size of their records, a
// constant.
#ifndef HEDDLE_BASE_KEYED_H
#define HEDDLE_BASE_KEYED_H

#include "base/hash.h"
#include "base/memory.h"

#include <stdint.h>
#include <string.h>

#define KEYED_SMALLEST 256u

struct keyed {
    unsigned char *records;
    uint32_t count, capacity; // capacity: a power of two
};

static inline uint64_t keyed_key(const void *record)
{
    uint64_t key;
    memcpy(&key, record, sizeof key);
    return key;
}

// Where the record of that key is, or would be: its key is 0 then. The table is not empty.
static inline void *keyed_slot(const struct keyed *table, size_t size, uint64_t key)
{
    uint32_t mask = table->capacity - 1, k = (uint32_t)hash_mix(key) & mask;
    void *record = table->records + k * size;
    for (uint64_t there; (there = keyed_key(record)) != 0 && there != key; record = table->records + k * size)
        k = (k + 1) & mask;
    return record;
}

// The record of that key; NULL: there is none.
static inline void *keyed_find(const struct keyed *table, size_t size, uint64_t key)
{
    void *record = table->capacity ? keyed_slot(table, size, key) : NULL;
    return record && keyed_key(record) ? record : NULL;
}

static inline void keyed_grow(struct keyed *table, size_t size)
{
    struct keyed old = *table;
    table->capacity = old.capacity ? memory_doubled(old.capacity) : KEYED_SMALLEST;
    table->records = memory_zalloc(table->capacity, size);
    for (uint32_t k = 0; k < old.capacity; k++) {
        const unsigned char *record = old.records + k * size;
        if (keyed_key(record))
            memcpy(keyed_slot(table, size, keyed_key(record)), record, size);
    }
    memory_free(old.records);
}

// The record of that key, which is added, with zeros behind the key, if there is none.
static inline void *keyed_add(struct keyed *table, size_t size, uint64_t key)
{
    void *record = keyed_find(table, size, key);
    if (record)
        return record;
    if (2 * (table->count + 1) > table->capacity)
        keyed_grow(table, size);
    table->count++;
    record = keyed_slot(table, size, key);
    memcpy(record, &key, sizeof key);
    return record;
}

static inline void keyed_free(struct keyed *table)
{
    memory_free(table->records);
    *table = (struct keyed){0};
}

#endif
