#include "explore/data_race_clock.h"

#include "base/hash.h"

// `count` new cells; the number of the first.
static uint32_t data_race_cells_new(struct data_race_clocks *clocks, uint32_t count)
{
    uint32_t first = clocks->cells.size;
    vector_reserve(&clocks->cells, (uint64_t)first + count);
    memset(clocks->cells.data + first, 0, count * sizeof(uint32_t));
    clocks->cells.size = first + count;
    return first;
}

void data_race_clocks_init(struct data_race_clocks *clocks, uint32_t cells)
{
    *clocks = (struct data_race_clocks){.stride = 8, .records = 1};
    vector_reserve(&clocks->ticks, clocks->stride);
    clocks->ticks.size = clocks->stride;
    memset(clocks->ticks.data, 0, clocks->stride * sizeof(uint32_t));
    data_race_cells_new(clocks, cells);
}

void data_race_clocks_free(struct data_race_clocks *clocks)
{
    vector_free(&clocks->ticks);
    vector_free(&clocks->cells);
    vector_free(&clocks->changes);
}

struct data_race_clocks_mark data_race_clocks_mark(const struct data_race_clocks *clocks)
{
    return (struct data_race_clocks_mark){clocks->records, clocks->changes.size};
}

void data_race_clocks_undo(struct data_race_clocks *clocks, const struct data_race_clocks_mark *mark)
{
    while (clocks->changes.size > mark->changes) {
        const struct data_race_change *change = &vector_pop(&clocks->changes);
        clocks->cells.data[change->cell] = change->old;
    }
    clocks->records = mark->records;
    clocks->ticks.size = clocks->records * clocks->stride;
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

static uint32_t *ticks_of(const struct data_race_clocks *clocks, uint32_t record)
{
    return clocks->ticks.data + (size_t)record * clocks->stride;
}

static void widen(struct data_race_clocks *clocks, uint32_t thread)
{
    uint32_t old = clocks->stride, stride = old;
    while (stride <= thread)
        stride *= 2;
    uint32_t *ticks = memory_zalloc((size_t)clocks->records * stride, sizeof *ticks);
    for (uint32_t k = 0; k < clocks->records; k++)
        memcpy(ticks + (size_t)k * stride, ticks_of(clocks, k), old * sizeof *ticks);
    memory_free(clocks->ticks.data);
    clocks->ticks.data = ticks;
    clocks->ticks.size = clocks->ticks.capacity = clocks->records * stride;
    clocks->stride = stride;
}

static uint32_t copy(struct data_race_clocks *clocks, uint32_t record)
{
    vector_reserve(&clocks->ticks, (uint64_t)clocks->ticks.size + clocks->stride);
    clocks->ticks.size += clocks->stride;
    memcpy(ticks_of(clocks, clocks->records), ticks_of(clocks, record), clocks->stride * sizeof(uint32_t));
    return clocks->records++;
}

uint32_t data_race_clock_with(struct data_race_clocks *clocks, uint32_t record, uint32_t thread,
                              uint32_t tick)
{
    if (thread >= clocks->stride)
        widen(clocks, thread);
    uint32_t result = copy(clocks, record);
    ticks_of(clocks, result)[thread] = tick;
    return result;
}

static bool holds(const struct data_race_clocks *clocks, uint32_t a, uint32_t b)
{
    const uint32_t *x = ticks_of(clocks, a), *y = ticks_of(clocks, b);
    for (uint32_t k = 0; k < clocks->stride; k++)
        if (y[k] > x[k])
            return false;
    return true;
}

uint32_t data_race_clock_join(struct data_race_clocks *clocks, uint32_t a, uint32_t b)
{
    if (a == b || b == CLOCK_ZERO || holds(clocks, a, b))
        return a;
    if (a == CLOCK_ZERO || holds(clocks, b, a))
        return b;
    uint32_t result = copy(clocks, a), *x = ticks_of(clocks, result);
    const uint32_t *y = ticks_of(clocks, b);
    for (uint32_t k = 0; k < clocks->stride; k++)
        if (y[k] > x[k])
            x[k] = y[k];
    return result;
}
