// Vector clocks: records of how many events of each thread have happened. A stack; only the newest record
// changes.
//
// With few threads a record is its entries, side by side. With more than CLOCK_NARROW it is a list of blocks
// of entries, which records share as long as they do not differ: a new record costs what changes in it, and
// not what threads there are.
#ifndef HEDDLE_EXPLORE_CLOCK_STORE_H
#define HEDDLE_EXPLORE_CLOCK_STORE_H

#include "base/vector.h"

#include <stdbool.h>
#include <string.h>

#ifndef CLOCK_NARROW
#define CLOCK_NARROW 256u // entries; test builds make it small. A power of two
#endif
#define CLOCK_LEAST 8u // entries of a record, at least
enum { CLOCK_BLOCK_BITS = 6, CLOCK_BLOCK = 1 << CLOCK_BLOCK_BITS };

struct clock_store {
    VECTOR(uint32_t) ticks;  // `stride` per record; or blocks, the first of which is all 0
    VECTOR(uint32_t) blocks; // `stride` / CLOCK_BLOCK numbers per record, if it is wide
    VECTOR(uint32_t) begins; // how many blocks there were before the record, if it is wide
    uint32_t records, stride;
    bool wide;
};

void clock_store_init(struct clock_store *store);
void clock_store_free(struct clock_store *store);
// Drops the newest records, so that there are so many.
void clock_store_cut(struct clock_store *store, uint32_t records);
// Makes room for the entries of a thread.
void clock_store_widen(struct clock_store *store, uint32_t thread);
// A new record: a copy of that one, or all 0 for CLOCK_NEW. Returns its number.
#define CLOCK_NEW 0xffffffffu
uint32_t clock_store_push(struct clock_store *store, uint32_t record);
// Changes an entry of the newest record; there is room for it.
void clock_store_set(struct clock_store *store, uint32_t thread, uint32_t tick);
// Of the newest record each entry becomes the greater one of its own and that of the other record.
void clock_store_join(struct clock_store *store, uint32_t other);
// Whether no entry of the second is greater than that of the first.
bool clock_store_holds(const struct clock_store *store, uint32_t a, uint32_t b);
// Copies the `stride` entries of a record.
void clock_store_copy(const struct clock_store *store, uint32_t record, uint32_t *to);

static inline uint32_t clock_store_tick(const struct clock_store *store, uint32_t record, uint32_t thread)
{
    if (thread >= store->stride)
        return 0;
    if (__builtin_expect(!store->wide, 1))
        return store->ticks.data[(size_t)record * store->stride + thread];
    uint32_t block =
        store->blocks
            .data[(size_t)record * (store->stride >> CLOCK_BLOCK_BITS) + (thread >> CLOCK_BLOCK_BITS)];
    return store->ticks.data[((size_t)block << CLOCK_BLOCK_BITS) + (thread & (CLOCK_BLOCK - 1))];
}

#endif
