#include "analysis/bits.h"

#include "base/hash.h"

uint32_t bits_find(const struct bits *set, uint32_t element)
{
    uint32_t index = element / 64;
    uint32_t low = 0, high = set->size;
    if (high && set->data[high - 1].index < index) // sets mostly grow at their end
        return high;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (set->data[middle].index < index)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

bool bits_has(const struct bits *set, uint32_t element)
{
    uint32_t at = bits_find(set, element);
    return at < set->size && set->data[at].index == element / 64 && set->data[at].bits >> (element % 64) & 1;
}

static void insert_word(struct bits *set, uint32_t at, struct bits_word word)
{
    vector_push(set, word);
    memmove(set->data + at + 1, set->data + at, (set->size - 1 - at) * sizeof *set->data);
    set->data[at] = word;
}

bool bits_add(struct bits *set, uint32_t element)
{
    uint32_t at = bits_find(set, element);
    uint64_t bit = (uint64_t)1 << (element % 64);
    if (at == set->size || set->data[at].index != element / 64) {
        insert_word(set, at, (struct bits_word){element / 64, bit});
        return true;
    }
    if (set->data[at].bits & bit)
        return false;
    set->data[at].bits |= bit;
    return true;
}

// How many words of `source` are missing in `set`; *changed: some element is.
static uint32_t missing_words(const struct bits *set, const struct bits *source, bool *changed)
{
    uint32_t missing = 0, at = 0;
    for (uint32_t k = 0; k < source->size; k++) {
        while (at < set->size && set->data[at].index < source->data[k].index)
            at++;
        if (at == set->size || set->data[at].index != source->data[k].index)
            missing++;
        else if (source->data[k].bits & ~set->data[at].bits)
            *changed = true;
    }
    *changed |= missing > 0;
    return missing;
}

// Merges from the end, so that it can be done in place.
static void merge(struct bits *set, const struct bits *source, uint32_t missing)
{
    vector_reserve(set, (uint64_t)set->size + missing);
    uint32_t from = set->size, to = set->size + missing, k = source->size;
    while (k > 0) {
        const struct bits_word *w = &source->data[k - 1];
        if (from > 0 && set->data[from - 1].index > w->index) {
            set->data[--to] = set->data[--from];
        } else if (from > 0 && set->data[from - 1].index == w->index) {
            struct bits_word both = {w->index, w->bits | set->data[--from].bits};
            set->data[--to] = both;
            k--;
        } else {
            set->data[--to] = *w;
            k--;
        }
    }
    set->size += missing;
}

void bits_subtract(struct bits *difference, const struct bits *source, const struct bits *set)
{
    uint32_t at = 0;
    for (uint32_t k = 0; k < source->size; k++) {
        struct bits_word w = source->data[k];
        while (at < set->size && set->data[at].index < w.index)
            at++;
        if (at < set->size && set->data[at].index == w.index)
            w.bits &= ~set->data[at].bits;
        if (w.bits)
            vector_push(difference, w);
    }
}

void bits_intersect(struct bits *both, const struct bits *a, const struct bits *b)
{
    uint32_t at = 0;
    for (uint32_t k = 0; k < a->size; k++) {
        struct bits_word w = a->data[k];
        while (at < b->size && b->data[at].index < w.index)
            at++;
        if (at == b->size)
            return;
        w.bits &= b->data[at].index == w.index ? b->data[at].bits : 0;
        if (w.bits)
            vector_push(both, w);
    }
}

bool bits_contain(const struct bits *set, const struct bits *part)
{
    bool more = false;
    return missing_words(set, part, &more) == 0 && !more;
}

bool bits_union(struct bits *set, struct bits *fresh, const struct bits *source)
{
    bool changed = false;
    uint32_t missing = missing_words(set, source, &changed);
    if (!changed)
        return false;
    if (fresh) {
        struct bits difference = {0};
        bool any = false;
        bits_subtract(&difference, source, set);
        merge(fresh, &difference, missing_words(fresh, &difference, &any));
        bits_free(&difference);
    }
    merge(set, source, missing);
    return true;
}

bool bits_equal(const struct bits *a, const struct bits *b)
{
    for (uint32_t k = 0; k < a->size; k++)
        if (k >= b->size || a->data[k].index != b->data[k].index || a->data[k].bits != b->data[k].bits)
            return false;
    return a->size == b->size;
}

uint64_t bits_hash(const struct bits *set)
{
    uint64_t h = set->size;
    for (uint32_t k = 0; k < set->size; k++)
        h = hash_combine(h ^ set->data[k].bits, set->data[k].index);
    return h;
}

uint32_t bits_count(const struct bits *set)
{
    uint32_t count = 0;
    for (uint32_t k = 0; k < set->size; k++)
        count += (uint32_t)__builtin_popcountll(set->data[k].bits);
    return count;
}

bool bits_reach(const struct bits *set, uint32_t count)
{
    if (set->size >= count)
        return true;
    return (uint64_t)set->size * 64 >= count && bits_count(set) >= count;
}
