// Sparse sets of small integers: words of 64 bits, sorted by their index, only those that are not zero.
// Points-to sets are such sets of places: there are many of them, mostly small, of many places, which bit
// arrays (base/bit_array.h) have no room for. A cleared set ({0}) is empty; bits_free releases it.
#ifndef HEDDLE_ANALYSIS_BITS_H
#define HEDDLE_ANALYSIS_BITS_H

#include "base/vector.h"

#include <stdbool.h>
#include <stdint.h>

struct bits_word {
    uint32_t index; // of 64 elements
    uint64_t bits;  // never 0
};

struct bits {
    struct bits_word *data;
    uint32_t size, capacity;
};

static inline void bits_free(struct bits *set)
{
    vector_free(set);
}

static inline bool bits_empty(const struct bits *set)
{
    return set->size == 0;
}

// Whether the element is in the set.
bool bits_has(const struct bits *set, uint32_t element);
// The position of the first word that may hold that element or a greater one.
uint32_t bits_find(const struct bits *set, uint32_t element);
// False: it was there.
bool bits_add(struct bits *set, uint32_t element);
// Adds all elements of `source`; those that `set` did not have are added to `fresh` (if not NULL) too. False:
// there were none. `source` is neither of the two others.
bool bits_union(struct bits *set, struct bits *fresh, const struct bits *source);
// Elements of `source` that are not in `set`, into `difference`, which is empty.
void bits_subtract(struct bits *difference, const struct bits *source, const struct bits *set);
// Elements of both, into `both`, which is empty.
void bits_intersect(struct bits *both, const struct bits *a, const struct bits *b);
// Whether `set` has all elements of `part`.
bool bits_contain(const struct bits *set, const struct bits *part);
// The elements below `end`, a multiple of 64: valid until the set changes, and not to be changed or released.
static inline struct bits bits_below(const struct bits *set, uint32_t end)
{
    return (struct bits){.data = set->data, .size = bits_find(set, end)};
}
// Whether both sets have the same elements; a hash that is equal for equal sets; the number of elements.
bool bits_equal(const struct bits *a, const struct bits *b);
uint64_t bits_hash(const struct bits *set);
uint32_t bits_count(const struct bits *set);
// Whether there are at least so many elements.
bool bits_reach(const struct bits *set, uint32_t count);

// Visits the elements in order: i = bits_begin(set); while (bits_next(&i, &element)). The set must not change
// meanwhile.
struct bits_iterator {
    const struct bits *set;
    uint32_t word;
    uint64_t rest;
};

static inline struct bits_iterator bits_begin(const struct bits *set)
{
    return (struct bits_iterator){set, 0, set->size ? set->data[0].bits : 0};
}

// From that position (bits_find) on.
static inline struct bits_iterator bits_begin_at(const struct bits *set, uint32_t word)
{
    return (struct bits_iterator){set, word, word < set->size ? set->data[word].bits : 0};
}

static inline bool bits_next(struct bits_iterator *i, uint32_t *element)
{
    while (!i->rest) {
        if (++i->word >= i->set->size)
            return false;
        i->rest = i->set->data[i->word].bits;
    }
    *element = i->set->data[i->word].index * 64 + (uint32_t)__builtin_ctzll(i->rest);
    i->rest &= i->rest - 1;
    return true;
}

#endif
