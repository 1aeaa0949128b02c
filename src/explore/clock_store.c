#include "explore/clock_store.h"

typedef uint32_t four __attribute__((vector_size(16)));

void clock_store_init(struct clock_store *store)
{
    *store = (struct clock_store){.stride = CLOCK_LEAST};
    clock_store_widen(store, CLOCK_NARROW < CLOCK_LEAST ? CLOCK_LEAST : 0);
}

void clock_store_free(struct clock_store *store)
{
    vector_free(&store->ticks);
    vector_free(&store->blocks);
    vector_free(&store->begins);
}

static uint32_t per_record(const struct clock_store *store)
{
    return store->stride >> CLOCK_BLOCK_BITS;
}

static uint32_t *blocks_of(const struct clock_store *store, uint32_t record)
{
    return store->blocks.data + (size_t)record * per_record(store);
}

static uint32_t *block_ticks(const struct clock_store *store, uint32_t block)
{
    return store->ticks.data + ((size_t)block << CLOCK_BLOCK_BITS);
}

static uint32_t *flat(const struct clock_store *store, uint32_t record)
{
    return store->ticks.data + (size_t)record * store->stride;
}

void clock_store_cut(struct clock_store *store, uint32_t records)
{
    if (records >= store->records)
        return;
    if (store->wide) {
        store->ticks.size = store->begins.data[records] << CLOCK_BLOCK_BITS;
        store->blocks.size = records * per_record(store);
        store->begins.size = records;
    } else {
        store->ticks.size = records * store->stride;
    }
    store->records = records;
}

// ---- room

// A new block with these entries.
static uint32_t add_block(struct clock_store *store, const uint32_t *entries)
{
    uint32_t copy[CLOCK_BLOCK], size = store->ticks.size;
    memcpy(copy, entries, sizeof copy); // they may lie in the store
    vector_reserve(&store->ticks, (uint64_t)size + CLOCK_BLOCK);
    memcpy(store->ticks.data + size, copy, sizeof copy);
    store->ticks.size = size + CLOCK_BLOCK;
    return size >> CLOCK_BLOCK_BITS;
}

// Takes over the records of a store that is not wide.
static void add_wide(struct clock_store *to, const struct clock_store *from)
{
    static const uint32_t none[CLOCK_BLOCK];
    uint32_t old = from->stride >> CLOCK_BLOCK_BITS, width = per_record(to);
    add_block(to, none);
    for (uint32_t record = 0; record < from->records; record++) {
        vector_push(&to->begins, to->ticks.size >> CLOCK_BLOCK_BITS);
        for (uint32_t k = 0; k < width; k++) {
            const uint32_t *entries = k < old ? flat(from, record) + (size_t)k * CLOCK_BLOCK : none;
            uint32_t block = 0, before = record ? to->blocks.data[(size_t)(record - 1) * width + k] : 0;
            if (!memcmp(entries, block_ticks(to, before), sizeof none))
                block = before;
            else if (memcmp(entries, none, sizeof none) != 0)
                block = add_block(to, entries);
            vector_push(&to->blocks, block);
        }
    }
    to->records = from->records;
}

static void widen_flat(struct clock_store *store, uint32_t stride)
{
    struct clock_store wider = {.stride = stride, .records = store->records};
    vector_reserve(&wider.ticks, (uint64_t)(store->records + 16) * stride);
    wider.ticks.size = store->records * stride;
    if (wider.ticks.size)
        memset(wider.ticks.data, 0, wider.ticks.size * sizeof(uint32_t));
    for (uint32_t k = 0; k < store->records; k++)
        memcpy(flat(&wider, k), flat(store, k), store->stride * sizeof(uint32_t));
    clock_store_free(store);
    *store = wider;
}

static void widen_blocks(struct clock_store *store, uint32_t stride)
{
    uint32_t old = per_record(store), width = stride >> CLOCK_BLOCK_BITS;
    struct clock_store wider = {.stride = stride};
    vector_reserve(&wider.blocks, (uint64_t)(store->records + 16) * width);
    wider.blocks.size = store->records * width;
    if (wider.blocks.size)
        memset(wider.blocks.data, 0, wider.blocks.size * sizeof(uint32_t));
    for (uint32_t k = 0; k < store->records; k++)
        memcpy(wider.blocks.data + (size_t)k * width, blocks_of(store, k), old * sizeof(uint32_t));
    vector_free(&store->blocks);
    store->blocks.data = wider.blocks.data;
    store->blocks.size = wider.blocks.size;
    store->blocks.capacity = wider.blocks.capacity;
    store->stride = stride;
}

void clock_store_widen(struct clock_store *store, uint32_t thread)
{
    uint32_t stride = store->stride;
    if (thread < stride)
        return;
    while (stride <= thread)
        stride *= 2;
    if (store->wide) {
        widen_blocks(store, stride);
    } else if (stride <= CLOCK_NARROW) {
        widen_flat(store, stride);
    } else {
        if (store->stride < CLOCK_BLOCK)
            widen_flat(store, CLOCK_BLOCK);
        struct clock_store wider = {.stride = stride < CLOCK_BLOCK ? CLOCK_BLOCK : stride, .wide = true};
        add_wide(&wider, store);
        clock_store_free(store);
        *store = wider;
    }
}

// ---- records

uint32_t clock_store_push(struct clock_store *store, uint32_t record)
{
    if (store->wide) {
        uint32_t width = per_record(store), size = store->blocks.size;
        vector_reserve(&store->blocks, (uint64_t)size + width);
        vector_push(&store->begins, store->ticks.size >> CLOCK_BLOCK_BITS);
        if (record == CLOCK_NEW)
            memset(store->blocks.data + size, 0, width * sizeof(uint32_t));
        else
            memcpy(store->blocks.data + size, blocks_of(store, record), width * sizeof(uint32_t));
        store->blocks.size = size + width;
        return store->records++;
    }
    uint32_t size = store->ticks.size;
    vector_reserve(&store->ticks, (uint64_t)size + store->stride);
    store->ticks.size = size + store->stride;
    if (record == CLOCK_NEW)
        memset(store->ticks.data + size, 0, store->stride * sizeof(uint32_t));
    else
        memcpy(store->ticks.data + size, flat(store, record), store->stride * sizeof(uint32_t));
    return store->records++;
}

// The newest record's own block number k: one that no other record has.
static uint32_t *own_block(struct clock_store *store, uint32_t k)
{
    uint32_t newest = store->records - 1, block = blocks_of(store, newest)[k];
    if (block < store->begins.data[newest])
        block = blocks_of(store, newest)[k] = add_block(store, block_ticks(store, block));
    return block_ticks(store, block);
}

void clock_store_set(struct clock_store *store, uint32_t thread, uint32_t tick)
{
    if (store->wide)
        own_block(store, thread >> CLOCK_BLOCK_BITS)[thread & (CLOCK_BLOCK - 1)] = tick;
    else
        flat(store, store->records - 1)[thread] = tick;
}

static bool entries_hold(const uint32_t *a, const uint32_t *b, uint32_t count)
{
    for (uint32_t k = 0; k < count; k++)
        if (b[k] > a[k])
            return false;
    return true;
}

static void join_entries(uint32_t *to, const uint32_t *from, uint32_t count)
{
    for (uint32_t k = 0; k < count; k += 4) {
        four a, b;
        memcpy(&a, from + k, sizeof a);
        memcpy(&b, to + k, sizeof b);
        four later = (four)(a > b);
        b = (a & later) | (b & ~later);
        memcpy(to + k, &b, sizeof b);
    }
}

void clock_store_join(struct clock_store *store, uint32_t other)
{
    uint32_t newest = store->records - 1;
    if (!store->wide) {
        join_entries(flat(store, newest), flat(store, other), store->stride);
        return;
    }
    for (uint32_t k = 0; k < per_record(store); k++) {
        uint32_t mine = blocks_of(store, newest)[k], its = blocks_of(store, other)[k];
        if (mine == its || !its ||
            entries_hold(block_ticks(store, mine), block_ticks(store, its), CLOCK_BLOCK))
            continue;
        if (entries_hold(block_ticks(store, its), block_ticks(store, mine), CLOCK_BLOCK)) {
            blocks_of(store, newest)[k] = its; // the record's own one, if it was, stays unused
            continue;
        }
        uint32_t *to = own_block(store, k);
        join_entries(to, block_ticks(store, its), CLOCK_BLOCK);
    }
}

bool clock_store_holds(const struct clock_store *store, uint32_t a, uint32_t b)
{
    if (!store->wide)
        return entries_hold(flat(store, a), flat(store, b), store->stride);
    for (uint32_t k = 0; k < per_record(store); k++) {
        uint32_t x = blocks_of(store, a)[k], y = blocks_of(store, b)[k];
        if (x != y && y && !entries_hold(block_ticks(store, x), block_ticks(store, y), CLOCK_BLOCK))
            return false;
    }
    return true;
}

void clock_store_copy(const struct clock_store *store, uint32_t record, uint32_t *to)
{
    if (!store->wide) {
        memcpy(to, flat(store, record), store->stride * sizeof(uint32_t));
        return;
    }
    for (uint32_t k = 0; k < per_record(store); k++)
        memcpy(to + (size_t)k * CLOCK_BLOCK, block_ticks(store, blocks_of(store, record)[k]),
               CLOCK_BLOCK * sizeof(uint32_t));
}
