// Accesses that are more than one load or store, and atomic ones.
#include "record/instrumented.h"
#include "record/recorder.h"
#include "record/steer.h"
#include "record/window.h"

#include <string.h>

enum { WORD = 8, WORDS_KNOWN = 8, LONGEST = 4096 };

// ---- copies

static void put_access_event(enum recording_kind kind, unsigned flags, uint32_t place, const char *at,
                             uint64_t size, uint64_t value)
{
    recording_put(recording_head(kind, flags, (unsigned)size, place), at, value);
}

// Of a few bytes: word by word, with their values.
static void put_words(enum recording_kind kind, uint32_t place, const char *at, const char *bytes,
                      uint64_t size)
{
    for (uint64_t i = 0; i < size; i += WORD) {
        uint64_t value = 0, part = size - i < WORD ? size - i : WORD;
        memcpy(&value, bytes + i, part);
        put_access_event(kind, 0, place, at + i, part, value);
    }
}

static void put_range(uint64_t head, const char *at, uint64_t size)
{
    enum recording_kind kind = (enum recording_kind)(head & 255);
    if (kind == RECORDED_MAY_READ || kind == RECORDED_MAY_WRITE) {
        recording_put(head, at, size);
        return;
    }
    for (uint64_t i = 0; i < size; i += LONGEST) {
        uint64_t part = size - i < LONGEST ? size - i : LONGEST;
        recording_put(head | (uint64_t)RECORDED_NO_VALUE << 8 | part << 16, at + i, 0);
    }
}

// The calling thread's events until window_allow are in one window: it may wait here, and not between them
// and what they say.
static void begin_whole(void)
{
    recorder_follows();
    window_forbid();
}

void *heddle_record_move(uint32_t place, void *to, const void *from, uint64_t size, uint32_t flags)
{
    char bytes[WORD * WORDS_KNOWN];
    if (steering && size)
        steer_gate();
    begin_whole();
    if (size > sizeof bytes) {
        if (!(flags & RECORDED_FROM_PRIVATE))
            put_range(recording_head(RECORDED_READ, 0, 0, place), from, size);
        if (!(flags & RECORDED_TO_PRIVATE))
            put_range(recording_head(RECORDED_WRITE, 0, 0, place), to, size);
        memmove(to, from, size);
    } else {
        memcpy(bytes, from, size); // the words that are recorded as read are those that are written
        if (!(flags & RECORDED_FROM_PRIVATE))
            put_words(RECORDED_READ, place, from, bytes, size);
        if (!(flags & RECORDED_TO_PRIVATE))
            put_words(RECORDED_WRITE, place, to, bytes, size);
        memcpy(to, bytes, size);
    }
    window_allow();
    return to;
}

void *heddle_record_set(uint32_t place, void *to, int byte, uint64_t size)
{
    char bytes[WORD * WORDS_KNOWN];
    begin_whole();
    if (size > sizeof bytes)
        put_range(recording_head(RECORDED_WRITE, 0, 0, place), to, size);
    else {
        memset(bytes, byte, size);
        put_words(RECORDED_WRITE, place, to, bytes, size);
    }
    memset(to, byte, size);
    window_allow();
    return to;
}

// ---- accesses of code that was not instrumented

void heddle_record_range(uint64_t head, const void *address, uint64_t size)
{
    window_forbid(); // what was recorded before the call has not been done yet
    if (address && (int64_t)size > 0)
        put_range(head, address, size);
    window_allow();
}

void heddle_record_string(uint64_t head, const char *text, uint64_t most)
{
    if (!text)
        return;
    size_t length = strnlen(text, most);
    window_forbid();
    put_range(head, text, length < most ? length + 1 : length);
    window_allow();
}

void heddle_record_compared(uint64_t head, const char *a, const char *b, uint64_t most)
{
    uint64_t size = 0;
    while (size < most && a[size] == b[size] && a[size])
        size++;
    size += size < most;
    window_forbid();
    put_range(head, a, size);
    put_range(head, b, size);
    window_allow();
}

// ---- before what is recorded after it was done, in programs that are steered

void heddle_record_before(uint64_t head, const void *address)
{
    if (steering)
        steer_gate_to(head, address);
}

// ---- atomic accesses

// A lock for the addresses that have a hash in common.
enum { LOCKS = 1024 };
static struct {
    _Alignas(64) uint8_t lock;
} locks[LOCKS];

void heddle_record_atomic_begin(uint32_t place, const void *address)
{
    struct recorder_thread *self = &recorder_self;
    heddle_recording_place = place;
    if (self->lock) { // a signal handler, during another atomic access: it must not wait for itself
        recorder_cut();
        self->nested++;
        return;
    }
    if (!recorder_on())
        return;
    if (steering)
        steer_gate_to(recording_head(RECORDED_ATOMIC_READ, 0, 0, place), address);
    uint64_t hash = ((uint64_t)address >> 4) * UINT64_C(0x9e3779b97f4a7c15);
    uint8_t *lock = &locks[hash >> 54].lock;
    self->lock = lock;
    recorder_lock(lock);
}

void heddle_record_atomic_end(uint64_t head, const void *address)
{
    struct recorder_thread *self = &recorder_self;
    if (self->nested) {
        self->nested--;
        return;
    }
    if (!self->lock)
        return;
    recorder_sync((enum recording_kind)(head & 255), 0, (unsigned)(head >> 16 & 65535), address);
    uint8_t *lock = self->lock;
    recorder_unlock(lock);
    self->lock = NULL;
}
