// A recording as it lies in its file (record/recording.h), in memory: its chunks, in order, and the
// events of each thread. What the events mean is not looked at here.
#ifndef HEDDLE_PREDICT_RECORDING_FILE_H
#define HEDDLE_PREDICT_RECORDING_FILE_H

#include "base/error.h"
#include "base/vector.h"
#include "record/recording.h"

// A chunk, and what it is part of: the events of a thread, or a text.
struct recording_part {
    uint32_t kind, thread, number; // kind: RECORDING_EVENTS of all that have events
    enum recording_chunk_kind chunk;
    uint64_t at;                          // where it begins in the file
    uint32_t bytes;                       // that are in the file, without its head
    uint32_t slots;                       // events that it has at most; it ends before with one of kind 0
    const struct recording_event *events; // in the file, or unpacked
};

struct recording_parts {
    uint32_t begin, count; // of recording_file.parts
};

struct recording_file {
    const char *path; // of who opened it
    const unsigned char *bytes;
    uint64_t size;
    bool mapped; // else copied
    const struct recording_header *header;
    bool truncated;                      // it ends before the chunks that were begun
    VECTOR(struct recording_part) parts; // by kind, thread and number
    VECTOR(uint32_t) by_events;          // those that have some, by the address of the first
    struct recording_event *unpacked;    // of packed chunks, mapped
    uint64_t unpacked_bytes;
    VECTOR(struct recording_parts) threads;
    struct recording_parts places, names;
};

// Whether the file begins as a recording does. Nothing is said of a file that cannot be read.
bool recording_is(const char *path);

// The file of the part before of a recording that keeps the newest parts (record/rotation.h), owned by the
// caller; NULL: there is none.
char *recording_part_before(const char *path);

// A longer recording is mapped, and must not be changed while it is open; others are copied.
#define RECORDING_COPIED_MOST ((uint64_t)1 << 30)

// Reads the file, and finds its chunks. False with the error set to "PATH: what is wrong where"; `file` is
// then closed.
bool recording_open(struct recording_file *file, const char *path, struct error *error);
void recording_close(struct recording_file *file);

// Of recording_open: finds the chunks in the bytes of the file, and what they are parts of. `descriptor`: of
// the file, which may change if its program still runs.
bool recording_find_chunks(struct recording_file *file, int descriptor, struct error *error);

// Goes through the events of a thread.
struct recording_cursor {
    uint32_t thread, part, slot;
};
// The next event, or NULL: that was the last.
const struct recording_event *recording_next(const struct recording_file *file,
                                             struct recording_cursor *cursor);
// The thread whose event it is.
uint32_t recording_thread_of(const struct recording_file *file, const struct recording_event *event);
// A number that no other event has.
uint64_t recording_event_number(const struct recording_file *file, const struct recording_event *event);
// Where its chunk begins in the file, and how many events are before it there.
uint64_t recording_chunk_of(const struct recording_file *file, const struct recording_event *event,
                            uint32_t *slot);

// A text, from all its chunks; owned by the caller, and zero-terminated.
char *recording_text(const struct recording_file *file, struct recording_parts parts, size_t *length);

#endif
