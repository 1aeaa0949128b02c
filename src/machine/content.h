// Content of a few bytes of memory, to be compared exactly with content at other times. Private to
// src/machine.
#ifndef HEDDLE_MACHINE_CONTENT_H
#define HEDDLE_MACHINE_CONTENT_H

#include "machine/state.h"

// Of at most 8 bytes. Where some are symbolic, were never written or are no memory, `odd` is the number of a
// record that says what each of them is: equal numbers, equal bytes.
struct content content_at(const struct machine *m, uint64_t address, uint32_t size);

static inline bool content_equal(struct content a, struct content b)
{
    return a.bits == b.bits && a.odd == b.odd;
}

// The records that content.odd numbers, one table for a machine.
struct content_records;
struct content_records *content_records_new(void);
void content_records_free(struct content_records *records);

// A digest of 128 bits, where so many things are told apart that they cannot be kept: for n of them, two
// have the same one with a probability of n * n / 2^129.
static inline bool digest_equal(struct digest a, struct digest b)
{
    return a.low == b.low && a.high == b.high;
}
// The digest of what `before` stands for, followed by some words, at most 8.
struct digest digest_add(struct digest before, const uint64_t *words, uint32_t count);

#endif
