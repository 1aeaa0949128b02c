// Byte strings that one run writes and another one reads: numbers, seven bits a byte, the lowest first, the
// eighth bit set but in the last (LEB128), and arrays as they are in memory, for readers of the same build.
// A reader never looks beyond its bytes: from the first thing that does not fit on, it is damaged and gives
// zeros.
#ifndef HEDDLE_BASE_BYTES_H
#define HEDDLE_BASE_BYTES_H

#include "base/vector.h"

#include <stdbool.h>
#include <stddef.h>

// A cleared one ({0}) is empty; to be released with vector_free.
typedef VECTOR(unsigned char) byte_vector;

void bytes_add(byte_vector *bytes, const void *data, size_t size);
void bytes_add_number(byte_vector *bytes, uint64_t number);

struct byte_reader {
    const unsigned char *at, *end;
    bool damaged;
};
// Of all the bytes, which must outlive it.
struct byte_reader bytes_reader(const byte_vector *bytes);

// The next number; 0: damaged.
uint64_t bytes_number(struct byte_reader *reader);
// The next number, which has to be smaller than `limit`; 0: damaged.
uint64_t bytes_number_below(struct byte_reader *reader, uint64_t limit);
// How many elements follow that take at least `least` bytes each (1 or more): never more than fit into what
// is left to be read. 0: none, or damaged.
uint32_t bytes_count(struct byte_reader *reader, size_t least);
// Copies the next bytes; zeros: damaged.
void bytes_copy(struct byte_reader *reader, void *to, size_t size);
// A string as bytes_add_text wrote it, owned by the caller; empty: damaged.
void bytes_add_text(byte_vector *bytes, const char *text);
char *bytes_text(struct byte_reader *reader);

#endif
