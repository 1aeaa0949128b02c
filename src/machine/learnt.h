// What a machine learns, in values of machine_shared: a kind in the upper bits, and below it an instruction,
// a name or an address. Besides these kinds there are those of machine.h and of await.h (enum await_place).
#ifndef HEDDLE_MACHINE_LEARNT_H
#define HEDDLE_MACHINE_LEARNT_H

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

#endif
