#include "machine/deltas.h"

#include <stdbool.h>

static uint64_t delta_word(const void *value, uint32_t k)
{
    uint64_t word;
    memcpy(&word, (const char *)value + (size_t)k * sizeof word, sizeof word);
    return word;
}

static void set_word(void *value, uint32_t k, uint64_t word)
{
    memcpy((char *)value + (size_t)k * sizeof word, &word, sizeof word);
}

// An entry that is being made.
struct delta_push {
    void *top;
    const void *value;
    uint64_t *to, changed;
};

static inline void push_word(struct delta_push *push, uint32_t k)
{
    uint64_t below = delta_word(push->top, k), above = delta_word(push->value, k);
    if (below == above)
        return;
    push->changed |= (uint64_t)1 << k;
    *push->to++ = below;
    set_word(push->top, k, above);
}

// Whether both values are equal behind the lively words.
static bool same_rest(const void *a, const void *b, uint32_t bytes)
{
    size_t from = DELTA_LIVELY_WORDS * sizeof(uint64_t);
    return memcmp((const char *)a + from, (const char *)b + from, bytes - from) == 0;
}

void deltas_push(delta_words *words, uint32_t owner, void *top, const void *value, uint32_t bytes)
{
    uint32_t count = bytes / (uint32_t)sizeof(uint64_t);
    vector_reserve(words, (uint64_t)words->size + count + 2);
    struct delta_push push = {top, value, words->data + words->size, 0};
    for (uint32_t k = 0; k < DELTA_LIVELY_WORDS; k += 4) {
        push_word(&push, k);
        push_word(&push, k + 1);
        push_word(&push, k + 2);
        push_word(&push, k + 3);
    }
    if (!same_rest(top, value, bytes))
        for (uint32_t k = DELTA_LIVELY_WORDS; k < count; k++)
            push_word(&push, k);
    if (owner >= DELTA_HIGH_OWNER)
        *push.to++ = owner;
    uint64_t head = owner < DELTA_HIGH_OWNER ? owner : DELTA_HIGH_OWNER;
    *push.to++ = head << DELTA_MOST_WORDS | push.changed;
    words->size = (uint32_t)(push.to - words->data);
}

static uint64_t changed_words(const delta_words *words, uint32_t size)
{
    return words->data[size - 1] & (((uint64_t)1 << DELTA_MOST_WORDS) - 1);
}

// Where the words of the value below end.
static uint32_t values_end(const delta_words *words, uint32_t size)
{
    return size - 1 - (words->data[size - 1] >> DELTA_MOST_WORDS == DELTA_HIGH_OWNER);
}

uint32_t deltas_begin(const delta_words *words, uint32_t size)
{
    return values_end(words, size) - (uint32_t)__builtin_popcountll(changed_words(words, size));
}

uint32_t deltas_below(const delta_words *words, uint32_t size, void *top)
{
    uint32_t at = values_end(words, size);
    for (uint64_t changed = changed_words(words, size); changed;) {
        uint32_t k = 63 - (uint32_t)__builtin_clzll(changed);
        set_word(top, k, words->data[--at]);
        changed ^= (uint64_t)1 << k;
    }
    return at;
}
