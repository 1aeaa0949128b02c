// The file of a recording (recording.h), and its chunks: some are mapped into memory, others are copies of
// those. System calls are made directly, so that none is a place where the calling thread is cancelled.
#ifndef HEDDLE_RECORD_CHUNKS_H
#define HEDDLE_RECORD_CHUNKS_H

#include "record/recording.h"

#include <stdbool.h>

// Opens the file at that whole path, a header without chunks, for the process; `most`: the most bytes it may
// have, 0 for any number. Returns the header, mapped; NULL: it is not such a file, or cannot be mapped.
struct recording_header *chunks_open(const char *path, uint64_t most);
// `most`; and the bytes that the file has.
uint64_t chunks_limit(void);
uint64_t chunks_size(void);
// There was no room for a chunk: whether that is for the limit.
bool chunks_are_limited(void);

// A new chunk, mapped, with nothing but its head. NULL: there is no room.
char *chunks_begin(enum recording_chunk_kind kind, uint32_t thread, uint32_t number);
// Adds a RECORDING_PACKED chunk. `chunk` has room for its head, these bytes, and RECORDING_GRAIN more; head
// and padding are filled in. False: there is no room.
bool chunks_add_packed(unsigned char *chunk, uint32_t thread, uint32_t number, uint32_t bytes);
// The chunk has no event any more, and the next number. Whoever reads the file meanwhile finds a first part
// of the events, or none, or the other number.
void chunks_empty(char *chunk);
// The thread of a chunk has ended, and its events are packed: a thread that begins may get the chunk.
void chunks_give_back(char *chunk);

// Another part of the recording begins, while no other thread is here: the file gets the name of the part
// before, and what is added from now on is added to a new one, with the header `like` but for its size. NULL:
// it cannot be made. In any case chunks_end_part has to be called. Where all is `good` and the new file can
// get the path, nothing of the old one is mapped any more; else the new one is removed, and the old one is
// the recording again. Returns which.
struct recording_header *chunks_begin_part(const struct recording_header *like);
bool chunks_end_part(bool good);
// The process is a child: nothing is mapped any more.
void chunks_forget(void);

#endif
