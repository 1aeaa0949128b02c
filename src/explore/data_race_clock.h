// Vector clocks of synchronisation (data_race.h), and the memory that holds them: records that never change,
// and cells that name one and whose changes are logged, so that going back truncates.
#ifndef HEDDLE_EXPLORE_DATA_RACE_CLOCK_H
#define HEDDLE_EXPLORE_DATA_RACE_CLOCK_H

#include "base/index.h"
#include "base/vector.h"
#include "explore/clock_store.h"
#include "machine/machine.h"

#define CLOCK_ZERO 0u // the record in which nothing has happened

struct data_race_change {
    uint32_t cell, old;
};

struct data_race_key {
    uint64_t key;
    uint32_t cell;
};

// From keys to their first cell. Entries stay: a cell that went back to 0 is as one that was never there.
struct data_race_map {
    VECTOR(struct data_race_key) keys;
    struct index index;
};

struct data_race_clocks {
    struct clock_store ticks;
    VECTOR(uint32_t) cells; // all 0 at first
    VECTOR(struct data_race_change) changes;
};

struct data_race_clocks_mark {
    uint32_t records, changes;
};

void data_race_clocks_init(struct data_race_clocks *clocks, uint32_t cells);
void data_race_clocks_free(struct data_race_clocks *clocks);
// The present state of the clocks; and back to it.
struct data_race_clocks_mark data_race_clocks_mark(const struct data_race_clocks *clocks);
void data_race_clocks_undo(struct data_race_clocks *clocks, const struct data_race_clocks_mark *mark);

// `count` new cells; the number of the first.
uint32_t data_race_cells_new(struct data_race_clocks *clocks, uint32_t count);
void data_race_cell_set(struct data_race_clocks *clocks, uint32_t cell, uint32_t value);
static inline uint32_t data_race_cell(const struct data_race_clocks *clocks, uint32_t cell)
{
    return clocks->cells.data[cell];
}

// The first of the `cells` cells of a key, made if it is new.
uint32_t data_race_map_cell(struct data_race_map *map, struct data_race_clocks *clocks, uint64_t key,
                            uint32_t cells);
void data_race_map_free(struct data_race_map *map);

static inline uint32_t data_race_tick(const struct data_race_clocks *clocks, uint32_t record, uint32_t thread)
{
    return clock_store_tick(&clocks->ticks, record, thread);
}
// A record that is another one, but for one thread's entry.
uint32_t data_race_clock_with(struct data_race_clocks *clocks, uint32_t record, uint32_t thread,
                              uint32_t tick);
// The least record that holds both.
uint32_t data_race_clock_join(struct data_race_clocks *clocks, uint32_t a, uint32_t b);

#endif
