// A recording: what `heddle record` writes while a program runs natively, and predictions read
// (docs/predict.md). The recording library (src/record) is linked into the program; each thread writes its
// events to a chunk of the file that is mapped into memory, so that what was recorded of a program that is
// killed is there.
//
// The file is a struct recording_header, padded to RECORDING_CHUNK bytes, and then chunks: a struct
// recording_chunk and what it holds, of RECORDING_CHUNK bytes, or packed, of as many as it says, padded to
// RECORDING_GRAIN bytes. Where a chunk could begin whose kind is 0, none was begun there; the next one may
// begin RECORDING_GRAIN bytes further. Numbers are those of the machine (little-endian).
//
// Events of a thread are in its chunks in the order of the chunks' `number`, and in a chunk one after the
// other until the first whose kind is 0. An event is written so that its kind comes last: an event that is
// there is whole.
//
// A thread always writes to one and the same chunk (RECORDING_CURRENT), whose pages stay in the processor's
// caches. When the chunk is full, its events are packed (packing.h) to a chunk at the end of the file
// (RECORDING_PACKED), and set to 0 from the first to the last; then it gets the next number; where the thread
// ends, this is done with what the chunk has, and a thread that begins may get the chunk. So if a program
// is killed, there may be two chunks of a thread with one number. The packed one is to be taken if it is in
// the file to its last byte; otherwise the current one, which then has not been emptied.
//
// The order between threads is known of synchronisation only: each such event has a number of one sequence
// that all threads draw from (`sequence`: 0 is the first), drawn while it can happen in that order only. For
// an acquire it is drawn after the lock is held, for a release before it is given back; an atomic access
// draws its number and is made under a lock of the recording library that all accesses of that address take;
// what a thread waits for is drawn after it came back, and what lets others go on before that is done. Plain
// accesses lie somewhere between the synchronisation of their thread before and after them; drawing acquires
// and releases (C11), so that what a thread did before it drew a number has happened before what another one
// does after it drew a higher one. A plain write is recorded before it is made, a read after it, with the
// value that the program goes on with.
//
// Every number that is drawn is written, by the thread that drew it: of a number that is missing it is not
// known what happened, so that a reader takes nothing from there on for certain. A thread is killed between
// the two at the end of the recording only.
//
// What others read depends on: a reader of recordings trusts nothing in them but that the program was what it
// says.
#ifndef HEDDLE_RECORD_RECORDING_H
#define HEDDLE_RECORD_RECORDING_H

#include <stdint.h>

#define RECORDING_MAGIC "HEDDLE-RECORDING" // 16 bytes
enum {
    RECORDING_VERSION = 4,
    RECORDING_CHUNK = 65536,
    RECORDING_GRAIN = 4096,
    RECORDING_THREADS = 65535 // most threads of a recording
};

enum recording_flags {
    // Something happened that the recording does not contain, and that could order or change what it does
    // contain (the disk was full, --max-trace was reached): of each thread it has the first events.
    RECORDING_CUT = 1,
    RECORDING_ENDED = 2, // the program came to its end; otherwise it was killed, or still runs
    // It is of a part of the run (window.h), which has not begun if no number was drawn.
    RECORDING_WINDOW = 4,
    RECORDING_FOLLOWED = 8, // the next part of the recording has begun where this one was cut, or later
    // The part had its share of the room, and was cut before a moment came at which the next one could begin.
    RECORDING_HELD = 16,
};

struct recording_header {
    char magic[16];
    uint32_t version, flags;
    uint32_t pointer_bytes, threads; // threads: begun so far
    uint64_t size;                   // bytes of the file behind which no chunk was begun
    uint64_t sequence;               // numbers drawn so far
    uint64_t program;                // hash of the instrumented program
    uint64_t cut;                    // RECORDING_CUT: what `sequence` was when the first event was lost
    // How the program was built and run: so many bytes behind this header, zero-terminated words, each with a
    // letter of enum recording_word before it. 0: not known.
    uint64_t command;
    // Of a recording that keeps the newest parts (rotation.h): which part it is, from 0 on, and a number that
    // they have in common.
    uint64_t part, run;
};

enum recording_word {
    RECORDING_FOLDER = 'd',   // where heddle was called; first
    RECORDING_FILE = 'f',     // C file, or what `heddle cc` has built
    RECORDING_CLANG = 'c',    // argument for clang
    RECORDING_ARGUMENT = 'a', // of the program
};
// The name of the main thread's errno among those of variables.
#define RECORDING_ERRNO "errno of main"
#define RECORDING_COMMAND_MOST (RECORDING_CHUNK - sizeof(struct recording_header))

enum recording_chunk_kind {
    RECORDING_UNUSED,
    RECORDING_EVENTS, // of thread `thread`; it is not changed any more
    // Text: a line for each place, "FILE:LINE FUNCTION\n", place 0 first; from chunks in the order of
    // `number`, each with `bytes` bytes of it.
    RECORDING_PLACES,
    // Text: a line for each global variable and function that is known by name, "HEXADDRESS HEXSIZE NAME\n".
    RECORDING_NAMES,
    RECORDING_CURRENT, // events of thread `thread`, which writes to it
    RECORDING_PACKED,  // events of thread `thread`, as packing.h says, in `bytes` bytes
};

struct recording_chunk {
    uint32_t kind;
    uint32_t thread; // 0: main; threads are numbered as they are created
    uint32_t number; // among the chunks of its thread, or of its kind
    uint32_t bytes;  // of text, or packed; 0 for events
};

// From where a chunk could begin to where the next one can.
static inline uint64_t recording_chunk_bytes(const struct recording_chunk *chunk)
{
    const uint64_t grain = RECORDING_GRAIN, packed = sizeof *chunk + (uint64_t)chunk->bytes;
    return chunk->kind == RECORDING_UNUSED   ? grain
           : chunk->kind == RECORDING_PACKED ? (packed + grain - 1) / grain * grain
                                             : RECORDING_CHUNK;
}

enum recording_kind {
    RECORDED_NOTHING,
    // Plain accesses of `size` bytes (1 to 4096; longer ones are several events). `more`: the bytes that were
    // read or written, zero-extended; of more than 8 bytes a hash of them (recording_hash);
    // RECORDED_NO_VALUE: not known.
    RECORDED_READ,
    RECORDED_WRITE,
    // Atomic ones, with their number in the sequence in `more`. An update that fails (compare and swap) is a
    // read.
    RECORDED_ATOMIC_READ,
    RECORDED_ATOMIC_WRITE,
    RECORDED_ATOMIC_UPDATE,
    // Of the mutex, spin lock or read-write lock at `address`; number in `more`. `size` 1: shared. Recursive
    // acquires are events, too. One that failed since another thread holds the lock (trylock), or timed out,
    // is a RECORDED_SYNCHRONISE of the address: the program goes on by what it found. One that could have
    // failed has the flag RECORDED_TRIES.
    RECORDED_ACQUIRE,
    RECORDED_RELEASE,
    // Of the synchronisation object at `address` (a condition variable that is signalled or has woken the
    // thread, a semaphore, barrier, once, futex): the thread reads and changes its state. Number in `more`.
    // `size`: what was done to it, an enum recorded_act. An attempt that failed (sem_trywait,
    // sem_timedwait) is one, too, with the flag RECORDED_TRIES.
    RECORDED_SYNCHRONISE,
    // Thread `address` (its number, which no other thread gets); number in `more`. FORK before the thread is
    // created (a creation that fails is followed by a RECORDED_FORK_FAILED), JOIN after it was joined.
    RECORDED_FORK,
    RECORDED_FORK_FAILED,
    RECORDED_JOIN,
    // The first and last event of a thread. BEGIN: its stack is the `more` bytes from `address` (0: not
    // known).
    RECORDED_BEGIN,
    RECORDED_END,
    // The `more` bytes from `address` are a new object (allocation, mapping): what was there before is
    // another variable. Written by the thread that gets it, before it can hand it on; likewise RECORDED_GONE
    // before it is released.
    RECORDED_NEW,
    RECORDED_GONE,
    // A call of code that was not instrumented and may wait for, or be seen by, other threads begins or ends:
    // all such calls of the execution happen in this order. Number in `more`.
    RECORDED_OUTSIDE,
    // Outside code may have read or written some of the `more` bytes from `address`, or all of them.
    RECORDED_MAY_READ,
    RECORDED_MAY_WRITE,
    // A region that is meant to be atomic begins or ends (heddle_atomic_begin); natively nothing makes it so.
    RECORDED_REGION_BEGIN,
    RECORDED_REGION_END,
    // The semaphore or barrier at `address` was initialised, and no other process uses it; number in `more`.
    // `size`: the value of the semaphore, or how many threads the barrier waits for.
    RECORDED_SET_UP,
    RECORDED_KINDS
};

// Of a RECORDED_SYNCHRONISE: what was done to the object.
enum recorded_act {
    ACT_OTHER,
    ACT_POST,    // a semaphore, before that
    ACT_WAIT,    // for a semaphore, afterwards; with RECORDED_TRIES in vain
    ACT_ARRIVE,  // at a barrier, before that
    ACT_LEAVE,   // a barrier; RECORDED_SERIAL: as its round's serial thread
    ACT_DONE,    // the routine of a once has returned
    ACT_PASS,    // once: its routine has returned, in this thread or another one
    ACT_REFUSED, // a lock whose state for its own thread did not allow it (EDEADLK, EPERM): nothing was done
    ACT_KINDS
};

enum recording_event_flags {
    RECORDED_NO_VALUE = 1,
    RECORDED_VOLATILE = 2,
    // A plain access of more than 8 bytes that is no copy: the event before is the part of it before this
    // one.
    RECORDED_CONTINUES = 8,
    RECORDED_TRIES = 4, // an acquire that does not wait for ever; a RECORDED_SYNCHRONISE that failed
    // A new object (RECORDED_NEW) is a mapping that other processes may share.
    RECORDED_MAPPED = 16,
    RECORDED_SERIAL = 16, // of a RECORDED_SYNCHRONISE: see ACT_LEAVE
    // What outside code may use (RECORDED_MAY_READ, RECORDED_MAY_WRITE) is reached through pointers in what
    // it was given.
    RECORDED_REACHED = 32,
    RECORDED_RETURNED = 64, // a call of such code (RECORDED_OUTSIDE) ends
    RECORDED_LIBRARY = 128, // the routine of a thread that begins (RECORDED_BEGIN) is such code
    RECORDED_KEPT = 128,    // outside code may write there (RECORDED_MAY_WRITE) at later calls, too
};

// The names of other parts than the one that is written, behind its own: the one before, and one that is
// about to begin.
#define RECORDING_EARLIER ".1"
#define RECORDING_NEW ".new"

// 24 bytes.
struct recording_event {
    uint8_t kind, flags;
    uint16_t size;
    uint32_t place;
    uint64_t address, more;
};

// Of the bytes of an access of more than 8: FNV-1a, 64 bits.
static inline uint64_t recording_hash(const unsigned char *bytes, uint64_t size)
{
    uint64_t hash = UINT64_C(14695981039346656037);
    for (uint64_t i = 0; i < size; i++)
        hash = (hash ^ bytes[i]) * UINT64_C(1099511628211);
    return hash;
}

#endif
