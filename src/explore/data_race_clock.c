#include "explore/data_race_clock.h"

#include "base/hash.h"

uint32_t data_race_cells_new(struct data_race_clocks *clocks, uint32_t count)
{
    uint32_t first = clocks->cells.size;
    vector_reserve(&clocks->cells, (uint64_t)first + count);
    memset(clocks->cells.data + first, 0, count * sizeof(uint32_t));
    clocks->cells.size = first + count;
    return first;
}

void data_race_clocks_init(struct data_race_clocks *clocks, uint32_t cells)
{
    *clocks = (struct data_race_clocks){0};
    clock_store_init(&clocks->ticks);
    clock_store_push(&clocks->ticks, CLOCK_NEW); // CLOCK_ZERO
    data_race_cells_new(clocks, cells);
}

void data_race_clocks_free(struct data_race_clocks *clocks)
{
    clock_store_free(&clocks->ticks);
    vector_free(&clocks->cells);
    vector_free(&clocks->changes);
}

struct data_race_clocks_mark data_race_clocks_mark(const struct data_race_clocks *clocks)
{
    return (struct data_race_clocks_mark){clocks->ticks.records, clocks->changes.size};
}

void data_race_clocks_undo(struct data_race_clocks *clocks, const struct data_race_clocks_mark *mark)
{
    while (clocks->changes.size > mark->changes) {
        const struct data_race_change *change = &vector_pop(&clocks->changes);
        clocks->cells.data[change->cell] = change->old;
    }
    clock_store_cut(&clocks->ticks, mark->records);
}

// ---- cells

void data_race_cell_set(struct data_race_clocks *clocks, uint32_t cell, uint32_t value)
{
    uint32_t *place = &clocks->cells.data[cell];
    if (*place == value)
        return;
    vector_push(&clocks->changes, (struct data_race_change){cell, *place});
    *place = value;
}

uint32_t data_race_map_cell(struct data_race_map *map, struct data_race_clocks *clocks, uint64_t key,
                            uint32_t cells)
{
    uint64_t hash = hash_mix(key);
    for (uint32_t at = index_begin(hash), n; (n = index_next(&map->index, hash, &at)) != INDEX_NONE;)
        if (map->keys.data[n].key == key)
            return map->keys.data[n].cell;
    vector_push(&map->keys, (struct data_race_key){key, data_race_cells_new(clocks, cells)});
    index_add(&map->index, hash, map->keys.size - 1);
    return vector_last(&map->keys).cell;
}

void data_race_map_free(struct data_race_map *map)
{
    vector_free(&map->keys);
    index_free(&map->index);
}

// ---- records

uint32_t data_race_clock_with(struct data_race_clocks *clocks, uint32_t record, uint32_t thread,
                              uint32_t tick)
{
    clock_store_widen(&clocks->ticks, thread);
    uint32_t result = clock_store_push(&clocks->ticks, record);
    clock_store_set(&clocks->ticks, thread, tick);
    return result;
}

uint32_t data_race_clock_join(struct data_race_clocks *clocks, uint32_t a, uint32_t b)
{
    if (a == b || b == CLOCK_ZERO || clock_store_holds(&clocks->ticks, a, b))
        return a;
    if (a == CLOCK_ZERO || clock_store_holds(&clocks->ticks, b, a))
        return b;
    uint32_t result = clock_store_push(&clocks->ticks, a);
    clock_store_join(&clocks->ticks, b);
    return result;
}
