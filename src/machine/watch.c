#include "machine/watch.h"

#include "base/hash.h"
#include "machine/relevance.h"

enum {
    CELL_BYTES = 4,
    CELL_LIMIT = 1 << 22, // memory of more cells, and
    RANGE_LIMIT = 1 << 16 // ranges of more bytes, are not worth it
};

// A store to a cell by an irrelevant instruction; the others follow.
struct watched_store {
    uint32_t code, next; // index + 1, 0: none
};

struct watched_cell {
    uint64_t key;    // number of the cell + 1; 0: free
    uint32_t stores; // index + 1 of the first, 0: none
    bool read;       // by a relevant instruction
};

struct watch {
    struct watched_cell *cells;
    uint32_t count, capacity;
    VECTOR(struct watched_store) stores;
};

static struct watched_cell *find(const struct watch *w, uint64_t key)
{
    uint32_t mask = w->capacity - 1, k = (uint32_t)hash_mix(key) & mask;
    while (w->cells[k].key && w->cells[k].key != key)
        k = (k + 1) & mask;
    return &w->cells[k];
}

static void grow(struct watch *w)
{
    struct watched_cell *old = w->cells;
    uint32_t count = w->capacity;
    w->capacity = count ? memory_doubled(count) : 1024;
    w->cells = memory_zalloc(w->capacity, sizeof *w->cells);
    for (uint32_t k = 0; k < count; k++)
        if (old[k].key)
            *find(w, old[k].key) = old[k];
    memory_free(old);
}

static struct watched_cell *cell_at(struct watch *w, uint64_t number)
{
    if (2 * (w->count + 1) > w->capacity)
        grow(w);
    struct watched_cell *cell = find(w, number + 1);
    w->count += cell->key == 0;
    cell->key = number + 1;
    return cell;
}

static bool add_store(struct watch *w, struct watched_cell *cell, uint32_t code)
{
    for (uint32_t k = cell->stores; k; k = w->stores.data[k - 1].next)
        if (w->stores.data[k - 1].code == code)
            return false;
    vector_push(&w->stores, (struct watched_store){code, cell->stores});
    cell->stores = w->stores.size;
    return true;
}

// Whether a store and a load have met in the cell. In a step that is tried nothing is learnt: they meet again
// when it is executed.
static bool meet(struct machine *m, struct watched_cell *cell, bool loads, bool stores)
{
    struct watch *w = m->watch;
    cell->read |= loads;
    if (stores)
        add_store(w, cell, relevance_code(m));
    if (!cell->read || !cell->stores || m->speculating)
        return false;
    for (uint32_t k = cell->stores; k; k = w->stores.data[k - 1].next)
        relevance_learn(m, w->stores.data[k - 1].code, false);
    cell->stores = 0;
    return true;
}

bool watch_access(struct machine *m, bool read, bool write, uint64_t address, uint64_t size)
{
    unsigned flags = relevance_here(m);
    bool loads = read && flags & RELEVANT_VALUE, stores = write && flags & RELEVANT_WATCHED, met = false;
    if (m->options.concrete || (!loads && !stores))
        return true;
    if (!m->watch)
        m->watch = memory_zalloc(1, sizeof *m->watch);
    if (size > RANGE_LIMIT || m->watch->count > CELL_LIMIT)
        return !relevance_learn(m, RELEVANCE_STATIC, false);
    for (uint64_t number = address / CELL_BYTES; number * CELL_BYTES < address + size; number++)
        met |= meet(m, cell_at(m->watch, number), loads, stores);
    return !met;
}

void watch_detach(struct machine *m)
{
    if (!m->watch)
        return;
    memory_free(m->watch->cells);
    vector_free(&m->watch->stores);
    memory_free(m->watch);
}

void watch_restart(struct machine *m)
{
    watch_detach(m);
    m->watch = NULL;
}
