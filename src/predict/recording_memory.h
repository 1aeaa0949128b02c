// The memory of a recorded program as variables. Bytes between which no access or object begins or ends are a
// segment; what lies in a segment from one new object there to the next is a variable. So accesses of 4 bytes
// each at x and x + 4 are to different variables, overlapping ones share one, and memory that is allocated
// again is another variable.
//
// Where something happened in time is known up to a span: a plain access lies somewhere between two numbers
// of the sequence. Of two spans of different threads, one precedes the other for certain if it ends before
// the other one begins.
#ifndef HEDDLE_PREDICT_RECORDING_MEMORY_H
#define HEDDLE_PREDICT_RECORDING_MEMORY_H

#include "base/keyed.h"
#include "base/vector.h"

#include <stdbool.h>

#define RECORDING_NONE UINT32_MAX

// After number `from` - 1, and before number `to` - 1 of the sequence or as that; what has number n itself:
// from n to n + 1.
struct recording_span {
    uint32_t thread, from, to;
};

// The latest end of spans, and the latest one of another thread than that.
struct recording_latest {
    uint32_t to[2], thread[2]; // to 0: none
};

static inline uint32_t recording_latest_of_others(const struct recording_latest *latest, uint32_t thread)
{
    return latest->thread[0] == thread ? latest->to[1] : latest->to[0];
}

enum recording_variable_flags {
    VARIABLE_MEMORY = 1,     // it is memory of the program
    VARIABLE_RACES = 2,      // it has two accesses in conflict of which either may have come first
    VARIABLE_MISMATCH = 4,   // a read found what no recorded write left there
    VARIABLE_SUSPECT = 8,    // an access to it may have been to what was there before or after it
    VARIABLE_AMBIGUOUS = 16, // something may have written the value that it had at first
    VARIABLE_SHARED = 32,    // several threads have accessed it
    VARIABLE_OWN = 64, // it is on the stack of the thread that has accessed it first, or that thread's errno
    VARIABLE_PINNABLE = 128, // nobody writes it but the process itself: the program, or code that it calls
    VARIABLE_HANDED = 256,   // outside code was given its address, and may have kept that
    VARIABLE_ANYTIME = 512,  // somebody wrote it while no outside code was called
    VARIABLE_TAKEN = 1024,   // outside code may have written it (without an event of it) that another thread
                             // than that which has read it called
};

struct recording_variable {
    uint16_t flags;
    uint32_t previous; // that lay in the segment before, or RECORDING_NONE
};

// What is known of a segment now.
struct recording_cell {
    uint32_t object, checked;          // the object in it, and how many there were when that was asked for
    uint32_t generation;               // how many objects lay here before
    uint32_t variable, previous, lock; // RECORDING_NONE: has none yet
    bool suspect;
    bool handed;         // to outside code
    bool written, known; // value: of the last write
    bool write_pinned;   // it is certain between which calls of outside code the last write came
    bool first_known;    // first: what reads before any write found
    bool found_known;    // found: what the first read found after a write of which the value is not known
    uint64_t value, first, found;
    uint32_t
        quiet; // of the last write, or the first read after it that shows what it left (recording_pins_quiet)
    struct recording_latest reads, writes;
    uint32_t
        outside; // variable of the last write by outside code since the last known one, or RECORDING_NONE
    struct recording_latest outside_writes; // all of these
};

enum recording_object_kind {
    OBJECT_STATIC,
    OBJECT_NEW,
    OBJECT_GONE,
    OBJECT_STACK,
    OBJECT_MAPPED // and shared with other processes
};

struct recording_object {
    enum recording_object_kind kind;
    struct recording_span since;
    uint32_t begin, end; // segments
    uint32_t previous;   // what was at its begin
};

struct recording_memory {
    struct keyed words;      // of 8 bytes, in which segments begin
    VECTOR(uint64_t) starts; // of the segments
    struct recording_cell *cells;
    VECTOR(struct recording_object) objects; // 0: what is there from the start
    uint32_t *stamps;                        // a segment tree: objects that were laid over ranges
    VECTOR(struct recording_variable) variables;
    VECTOR(uint8_t) suspect_locks;
    // What was there before this number of the sequence was so before the recording began: outside code may
    // have got its address. 0: nothing was.
    uint32_t window;
};

void recording_memory_free(struct recording_memory *memory);

// A segment begins at the address, and another one behind `size` bytes.
void recording_memory_cut(struct recording_memory *memory, uint64_t address, uint64_t size);
// All cuts are made.
void recording_memory_begin(struct recording_memory *memory);
// The segment that begins at an address of a cut.
uint32_t recording_memory_segment(const struct recording_memory *memory, uint64_t address);

// The object that lies in a segment.
uint32_t recording_memory_object(const struct recording_memory *memory, uint32_t segment);
// A new object, or a hole, is laid over the segments [begin, end).
void recording_memory_lay(struct recording_memory *memory, enum recording_object_kind kind,
                          struct recording_span since, uint32_t begin, uint32_t end);
// The cell of a segment, for an access: of the object that is there now. Where that may be the wrong one, its
// variable and those before become suspect.
struct recording_cell *recording_memory_cell(struct recording_memory *memory, uint32_t segment,
                                             struct recording_span span);
// The cell has this variable, or lock, from now on.
void recording_memory_set_variable(struct recording_memory *memory, struct recording_cell *cell,
                                   uint32_t variable);
void recording_memory_set_lock(struct recording_memory *memory, struct recording_cell *cell, uint32_t lock);

// An access: whether variables race.
void recording_memory_read(struct recording_memory *memory, struct recording_cell *cell,
                           struct recording_span span);
void recording_memory_write(struct recording_memory *memory, struct recording_cell *cell,
                            struct recording_span span);
void recording_latest_add(struct recording_latest *latest, uint32_t thread, uint32_t to);

// Of a variable of the trace; nothing is known of those that are no memory.
static inline uint16_t recording_variable_flags(const struct recording_memory *memory, uint32_t variable)
{
    return variable < memory->variables.size ? memory->variables.data[variable].flags : 0;
}
static inline bool recording_lock_suspect(const struct recording_memory *memory, uint32_t lock)
{
    return lock < memory->suspect_locks.size && memory->suspect_locks.data[lock];
}

#endif
