// What a machine learns, in values of machine_shared: a kind in the upper bits, and below it an instruction,
// a name or an address. Besides these kinds there are those of machine.h and of await.h (enum await_place).
#ifndef HEDDLE_MACHINE_LEARNT_H
#define HEDDLE_MACHINE_LEARNT_H

#include <stdbool.h>
#include <stdint.h>

#define LEARNT_SHIFT 48
// Objects of this origin (memory_origin) are shared from their birth.
#define LEARNT_ORIGIN ((uint64_t)0)
// Critical sections that begin here, or of this lock, are real ones (peek.h).
#define LEARNT_PEEK_SITE ((uint64_t)0x10 << LEARNT_SHIFT)
#define LEARNT_PEEK_MUTEX ((uint64_t)0x11 << LEARNT_SHIFT)
// Instructions that are relevant, and visible or not (relevance.h).
#define LEARNT_VISIBLE ((uint64_t)0x20 << LEARNT_SHIFT)
#define LEARNT_READ ((uint64_t)0x22 << LEARNT_SHIFT)
// Two allocation sites (reuse.h): 24 bits each.
#define LEARNT_REUSE ((uint64_t)0x24 << LEARNT_SHIFT)
#define LEARNT_REUSE_SITE 0xffffffu

static inline uint64_t learnt_reuse_value(uint32_t old, uint32_t new)
{
    return LEARNT_REUSE | (uint64_t)old << 24 | new;
}
// False: the value says something else.
static inline bool learnt_reuse(uint64_t value, uint32_t *old, uint32_t *new)
{
    *old = (uint32_t)(value >> 24) & LEARNT_REUSE_SITE;
    *new = (uint32_t)value &LEARNT_REUSE_SITE;
    return value >> LEARNT_SHIFT == LEARNT_REUSE >> LEARNT_SHIFT;
}

#endif
