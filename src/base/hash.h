// Mixing functions for hash tables in memory. Content hashes that are stored use xxHash (program/cache.h).
#ifndef HEDDLE_BASE_HASH_H
#define HEDDLE_BASE_HASH_H

#include <stddef.h>
#include <stdint.h>

// Finaliser of splitmix64: every input bit changes every output bit with probability near one half.
static inline uint64_t hash_mix(uint64_t x)
{
    x ^= x >> 30;
    x *= 0xbf58476d1ce4e5b9u;
    x ^= x >> 27;
    x *= 0x94d049bb133111ebu;
    return x ^ (x >> 31);
}

static inline uint64_t hash_combine(uint64_t h, uint64_t x)
{
    return hash_mix(h * 0x9e3779b97f4a7c15u + x);
}

static inline uint64_t hash_bytes(const void *data, size_t length)
{
    const unsigned char *p = data;
    uint64_t h = length;
    for (size_t i = 0; i < length; i++)
        h = (h ^ p[i]) * 0x100000001b3u;
    return hash_mix(h);
}

#endif
