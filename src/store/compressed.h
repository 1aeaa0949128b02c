// Byte strings, compressed.
#ifndef HEDDLE_STORE_COMPRESSED_H
#define HEDDLE_STORE_COMPRESSED_H

#include "base/bytes.h"

// Appends the bytes, compressed by zstd, after their number.
void compressed_add(byte_vector *to, const void *data, size_t size);
// Appends to `to` what compressed_add has written; the reader is at its end then. False: damaged, or more
// than `most` bytes.
bool compressed_read(struct byte_reader *from, uint64_t most, byte_vector *to);

#endif
