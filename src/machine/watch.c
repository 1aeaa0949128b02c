#include "machine/watch.h"

#include "base/keyed.h"
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
    uint64_t key;    // number of the cell + 1
    uint32_t stores; // index + 1 of the first, 0: none
    bool read;       // by a relevant instruction
};

struct watch {
    struct keyed cells;
    VECTOR(struct watched_store) stores;
};

static struct watched_cell *cell_at(struct watch *w, uint64_t number)
{
    return keyed_add(&w->cells, sizeof(struct watched_cell), number + 1);
}

static void add_store(struct watch *w, struct watched_cell *cell, uint32_t code)
{
    for (uint32_t k = cell->stores; k; k = w->stores.data[k - 1].next)
        if (w->stores.data[k - 1].code == code)
            return;
    vector_push(&w->stores, (struct watched_store){code, cell->stores});
    cell->stores = w->stores.size;
}

// Whether a store and a load have met in the cell. In a step that is tried nothing is learnt: they meet again
// when it is executed.
static bool meet_in_cell(struct machine *m, struct watched_cell *cell, bool loads, bool stores)
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
    if (size > RANGE_LIMIT || m->watch->cells.count > CELL_LIMIT)
        return !relevance_learn(m, RELEVANCE_STATIC, false);
    for (uint64_t number = address / CELL_BYTES; number * CELL_BYTES < address + size; number++)
        met |= meet_in_cell(m, cell_at(m->watch, number), loads, stores);
    return !met;
}

void watch_detach(struct machine *m)
{
    if (!m->watch)
        return;
    keyed_free(&m->watch->cells);
    vector_free(&m->watch->stores);
    memory_free(m->watch);
}

void watch_restart(struct machine *m)
{
    watch_detach(m);
    m->watch = NULL;
}
