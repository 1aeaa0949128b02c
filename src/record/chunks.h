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
// Of a RECORDING_CURRENT chunk of the calling thread, all of whose events are there: copies it to a chunk of
// its own, empties it and gives it the next number. False, and nothing is changed: there is no room.
bool chunks_empty(char *chunk);

#endif
