// A stack of values of one type of which each resembles the one below it: what it keeps of a value is where
// the one below differs. The value on top is kept whole, by whoever owns the stack (several stacks may lie in
// one vector, an owner's entries marked with its number). Private to src/machine.
#ifndef HEDDLE_MACHINE_DELTAS_H
#define HEDDLE_MACHINE_DELTAS_H

#include "base/vector.h"

#include <assert.h>

// Of an entry: words of the value below, and on top of them which ones they are, and whose. Where that number
// is too high for the bits it has there, a word of its own lies below.
typedef VECTOR(uint64_t) delta_words;

// What changes with nearly every push stands in these first words of a value: the rest is mostly equal, and
// found to be so at once.
#define DELTA_LIVELY_WORDS 12u // every value has that many
#define DELTA_MOST_WORDS 56u   // of a value; an owner's number takes the other bits of a word
#define DELTA_HIGH_OWNER 255u  // and all higher ones: the number stands in the word below
#define DELTA_FITS(type)                                                                                     \
    (sizeof(type) % sizeof(uint64_t) == 0 && sizeof(type) >= 8 * DELTA_LIVELY_WORDS &&                       \
     sizeof(type) <= 8 * DELTA_MOST_WORDS)

// Whose the newest entry is.
static inline uint32_t deltas_owner(const delta_words *words, uint32_t size)
{
    uint32_t owner = (uint32_t)(vector_at(words, size - 1) >> DELTA_MOST_WORDS);
    return owner == DELTA_HIGH_OWNER ? (uint32_t)vector_at(words, size - 2) : owner;
}

// Pushes a value of `bytes` bytes; `top` is the owner's newest one, and becomes this one.
void deltas_push(delta_words *words, uint32_t owner, void *top, const void *value, uint32_t bytes);
// Makes of `top`, the value of the entry that ends at `size`, the one below it. Returns where the entry
// begins.
uint32_t deltas_below(const delta_words *words, uint32_t size, void *top);
// Where the entry that ends at `size` begins.
uint32_t deltas_begin(const delta_words *words, uint32_t size);

#endif
