#include "predict/lockset.h"

#include "base/hash.h"

// The number of the set whose items are in the scratch, sorted.
static uint32_t intern(struct locksets *sets)
{
    uint32_t size = sets->scratch.size;
    uint64_t hash = size;
    for (uint32_t i = 0; i < size; i++)
        hash = hash_combine(hash, sets->scratch.data[i]);
    for (uint32_t at = index_begin(hash), n; (n = index_next(&sets->index, hash, &at)) != INDEX_NONE;) {
        struct lockset_range known = sets->sets.data[n];
        if (known.size == size && (!size || memcmp(&sets->items.data[known.begin], sets->scratch.data,
                                                   size * sizeof(uint32_t)) == 0))
            return n;
    }
    struct lockset_range range = {sets->items.size, size};
    for (uint32_t i = 0; i < size; i++)
        vector_push(&sets->items, sets->scratch.data[i]);
    vector_push(&sets->sets, range);
    index_add(&sets->index, hash, sets->sets.size - 1);
    return sets->sets.size - 1;
}

void locksets_init(struct locksets *sets)
{
    *sets = (struct locksets){0};
    intern(sets);
}

void locksets_free(struct locksets *sets)
{
    vector_free(&sets->items);
    vector_free(&sets->sets);
    vector_free(&sets->scratch);
    index_free(&sets->index);
}

static uint32_t item(const struct locksets *sets, struct lockset_range range, uint32_t i)
{
    return sets->items.data[range.begin + i];
}

uint32_t lockset_with(struct locksets *sets, uint32_t set, uint32_t lock, bool shared)
{
    struct lockset_range range = sets->sets.data[set];
    uint32_t added = 2 * lock + shared, i = 0;
    vector_clear(&sets->scratch);
    for (; i < range.size && item(sets, range, i) < added; i++)
        vector_push(&sets->scratch, item(sets, range, i));
    vector_push(&sets->scratch, added);
    for (; i < range.size; i++)
        vector_push(&sets->scratch, item(sets, range, i));
    return intern(sets);
}

uint32_t lockset_without(struct locksets *sets, uint32_t set, uint32_t lock, bool shared)
{
    struct lockset_range range = sets->sets.data[set];
    vector_clear(&sets->scratch);
    for (uint32_t i = 0; i < range.size; i++)
        if (item(sets, range, i) != 2 * lock + shared)
            vector_push(&sets->scratch, item(sets, range, i));
    return intern(sets);
}

bool lockset_excludes(const struct locksets *sets, uint32_t a, uint32_t b)
{
    struct lockset_range first = sets->sets.data[a], second = sets->sets.data[b];
    for (uint32_t i = 0, k = 0; i < first.size && k < second.size;) {
        uint32_t x = item(sets, first, i), y = item(sets, second, k);
        if (x / 2 == y / 2 && !(x & y & 1))
            return true;
        if (x / 2 <= y / 2)
            i++;
        if (y / 2 <= x / 2)
            k++;
    }
    return false;
}

bool lockset_has_conflict(const struct locksets *sets, uint32_t set, uint32_t lock, bool shared)
{
    struct lockset_range range = sets->sets.data[set];
    for (uint32_t i = 0; i < range.size; i++)
        if (item(sets, range, i) / 2 == lock)
            return !(item(sets, range, i) & 1 && shared);
    return false;
}

uint32_t lockset_guards(struct locksets *sets, uint32_t set, bool write)
{
    struct lockset_range range = sets->sets.data[set];
    vector_clear(&sets->scratch);
    for (uint32_t i = 0; i < range.size; i++)
        if (!(write && item(sets, range, i) & 1))
            vector_push(&sets->scratch, item(sets, range, i) & ~1u);
    return intern(sets);
}

uint32_t lockset_common(struct locksets *sets, uint32_t a, uint32_t b)
{
    if (a == b)
        return a;
    struct lockset_range first = sets->sets.data[a], second = sets->sets.data[b];
    vector_clear(&sets->scratch);
    for (uint32_t i = 0, k = 0; i < first.size && k < second.size;) {
        uint32_t x = item(sets, first, i), y = item(sets, second, k);
        if (x == y)
            vector_push(&sets->scratch, x);
        i += x <= y;
        k += y <= x;
    }
    return intern(sets);
}
