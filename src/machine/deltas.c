#include "machine/deltas.h"

static uint64_t word_at(const void *value, uint32_t k)
{
    uint64_t word;
    memcpy(&word, (const char *)value + (size_t)k * sizeof word, sizeof word);
    return word;
}

void deltas_push(delta_words *words, uint32_t owner, void *top, const void *value, uint32_t bytes)
{
    uint32_t count = bytes / (uint32_t)sizeof(uint64_t);
    vector_reserve(words, (uint64_t)words->size + count + 1);
    uint64_t *to = words->data + words->size, changed = 0;
    for (uint32_t k = 0; k < count; k++) {
        uint64_t below = word_at(top, k);
        if (below != word_at(value, k)) {
            changed |= (uint64_t)1 << k;
            *to++ = below;
        }
    }
    *to++ = (uint64_t)owner << DELTA_MOST_WORDS | changed;
    words->size = (uint32_t)(to - words->data);
    memcpy(top, value, bytes);
}

static uint64_t changed_words(const delta_words *words, uint32_t size)
{
    return words->data[size - 1] & (((uint64_t)1 << DELTA_MOST_WORDS) - 1);
}

uint32_t deltas_begin(const delta_words *words, uint32_t size)
{
    return size - 1 - (uint32_t)__builtin_popcountll(changed_words(words, size));
}

uint32_t deltas_below(const delta_words *words, uint32_t size, void *top)
{
    uint32_t begin = deltas_begin(words, size), at = begin;
    for (uint64_t changed = changed_words(words, size); changed; changed &= changed - 1) {
        uint64_t word = words->data[at++];
        memcpy((char *)top + (size_t)__builtin_ctzll(changed) * sizeof word, &word, sizeof word);
    }
    return begin;
}
