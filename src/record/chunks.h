// The file of a recording (recording.h), and its chunks: some are mapped into memory, others are copies of
// those. System calls are made directly, so that none is a place where the calling thread is cancelled.
#ifndef HEDDLE_RECORD_CHUNKS_H
#define HEDDLE_RECORD_CHUNKS_H

#include "record/recording.h"

#include <stdbool.h>

// Opens the file at that whole path, a header without chunks, for the process; `limit`: the most bytes it may
// have, 0 for any number. Returns the header, mapped; NULL: it is not such a file, or cannot be mapped.
struct recording_header *chunks_open(const char *path, uint64_t limit);

// A new chunk, mapped, with nothing but its head. NULL: there is no room.
char *chunks_begin(enum recording_chunk_kind kind, uint32_t thread, uint32_t number);
// Adds a RECORDING_PACKED chunk. `chunk` has room for its head, these bytes, and RECORDING_GRAIN more; head
// and padding are filled in. False: there is no room.
bool chunks_add_packed(unsigned char *chunk, uint32_t thread, uint32_t number, uint32_t bytes);
// The chunk has no event any more, and the next number. Whoever reads the file meanwhile finds a first part
// of the events, or none, or the other number.
void chunks_empty(char *chunk);

#endif
