// Where a thread writes its next event. The fast path of every access: inlined into the instrumented program
// (inline.c, as bitcode), and used by the library itself.
#ifndef HEDDLE_RECORD_CURSOR_H
#define HEDDLE_RECORD_CURSOR_H

#include "record/recording.h"

#define RECORDER_TLS _Thread_local __attribute__((tls_model("initial-exec")))

// `next` is moved by one instruction, so that a signal handler finds an event of its own and never the one
// that is being written. Between two chunks, and while nothing is recorded, next is such that the slow path
// is taken.
struct recorder_cursor {
    char *next, *end;
};
extern RECORDER_TLS struct recorder_cursor heddle_recording_cursor;
// The place of what the thread calls next; functions of this library take it from there.
extern RECORDER_TLS uint32_t heddle_recording_place;

// For an event that has no room at `at`.
void heddle_recording_slow(uint64_t head, const void *address, uint64_t more, const char *at);

// The first 8 bytes of an event.
static inline uint64_t recording_head(enum recording_kind kind, unsigned flags, unsigned size, uint32_t place)
{
    return (uint64_t)kind | (uint64_t)flags << 8 | (uint64_t)size << 16 | (uint64_t)place << 32;
}

// Whether there is a slot of the chunk that ends at `end`.
static inline _Bool recording_has_room(const char *at, const char *end)
{
    const uint64_t size = sizeof(struct recording_event),
                   room = RECORDING_CHUNK - sizeof(struct recording_chunk);
    return (uint64_t)end - (uint64_t)at - size <= room - size;
}

static inline __attribute__((always_inline)) void recording_put(uint64_t head, const void *address,
                                                                uint64_t more)
{
    char *at = (char *)sizeof(struct recording_event); // NOLINT(performance-no-int-to-ptr)
    __asm__ volatile("xaddq %0, %1" : "+r"(at), "+m"(heddle_recording_cursor.next) : : "cc");
    if (__builtin_expect(!recording_has_room(at, heddle_recording_cursor.end), 0)) {
        heddle_recording_slow(head, address, more, at);
        return;
    }
    struct recording_event *event = (struct recording_event *)(void *)at;
    event->address = (uint64_t)address;
    event->more = more;
    __atomic_store_n((uint64_t *)(void *)event, head, __ATOMIC_RELEASE); // the kind comes last
}

#endif
