// Sets of thread numbers: bit arrays (base/bit_array.h) of one length, which are passed and stored as values.
#ifndef HEDDLE_EXPLORE_THREAD_SET_H
#define HEDDLE_EXPLORE_THREAD_SET_H

#include "base/bit_array.h"
#include "machine/machine.h"

#define THREAD_SET_WORDS (MACHINE_MAX_THREADS / 64)

struct thread_set {
    uint64_t words[THREAD_SET_WORDS];
};

static inline void thread_set_add(struct thread_set *s, uint32_t t)
{
    bit_array_add(s->words, t);
}
// Takes all of `others` out of s.
static inline void thread_set_remove_all(struct thread_set *s, const struct thread_set *others)
{
    for (uint32_t k = 0; k < MACHINE_MAX_THREADS / 64; k++)
        s->words[k] &= ~others->words[k];
}

static inline bool thread_set_has(const struct thread_set *s, uint32_t t)
{
    return bit_array_has(s->words, t);
}

static inline uint32_t thread_set_count(const struct thread_set *s)
{
    uint32_t n = 0;
    for (unsigned k = 0; k < THREAD_SET_WORDS; k++)
        if (s->words[k])
            n += (uint32_t)__builtin_popcountll(s->words[k]);
    return n;
}

// Adds all of b.
static inline void thread_set_unite(struct thread_set *a, const struct thread_set *b)
{
    for (unsigned k = 0; k < THREAD_SET_WORDS; k++)
        a->words[k] |= b->words[k];
}

// The first member of a that is not in b, or MACHINE_MAX_THREADS.
static inline uint32_t thread_set_first_without(const struct thread_set *a, const struct thread_set *b)
{
    for (unsigned k = 0; k < THREAD_SET_WORDS; k++) {
        uint64_t rest = a->words[k] & ~b->words[k];
        if (rest)
            return 64 * k + (uint32_t)__builtin_ctzll(rest);
    }
    return MACHINE_MAX_THREADS;
}

#endif
