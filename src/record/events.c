// Events: the slots of a thread's chunk, what is done when the chunk is full, and numbers of the sequence.
#include "record/events.h"

#include "record/chunks.h"
#include "record/packing.h"
#include "record/rotation.h"
#include "record/steer.h"
#include "record/window.h"

#include <errno.h>
#include <signal.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

// What a thread packs its full chunks with.
struct packer {
    struct packing scratch;
    unsigned char chunk[sizeof(struct recording_chunk) + PACKING_MOST + RECORDING_GRAIN];
};

RECORDER_TLS struct recorder_cursor heddle_recording_cursor;

void events_leave(void)
{
    struct recorder_cursor *cursor = &heddle_recording_cursor;
    __atomic_store_n(&cursor->next, NULL, __ATOMIC_RELAXED);
    __atomic_signal_fence(__ATOMIC_SEQ_CST);
    __atomic_store_n(&cursor->end, NULL, __ATOMIC_RELAXED);
}

static uint64_t *head_at(char *slot)
{
    return (uint64_t *)(void *)slot;
}

// The first slot of the chunk without an event; its end, if there is none. Those before it have one, those
// behind it do not.
static char *first_empty(char *chunk)
{
    char *slots = chunk + sizeof(struct recording_chunk);
    uint64_t low = 0, high = PACKING_EVENTS;
    while (low < high) {
        uint64_t middle = low + (high - low) / 2;
        if (*head_at(slots + middle * sizeof(struct recording_event)))
            low = middle + 1;
        else
            high = middle;
    }
    return slots + low * sizeof(struct recording_event);
}

// The cursor stands behind the chunk's last event again. A signal handler that records events in between has
// done this, too: then the slot that was found is none any more.
static void renew_cursor(const struct recorder_thread *self)
{
    struct recorder_cursor *cursor = &heddle_recording_cursor;
    char *end = self->chunk + RECORDING_CHUNK, *next;
    do {
        next = first_empty(self->chunk);
        __atomic_store_n(&cursor->end, end, __ATOMIC_RELAXED);
        __atomic_signal_fence(__ATOMIC_SEQ_CST);
        __atomic_store_n(&cursor->next, next, __ATOMIC_RELAXED);
        __atomic_signal_fence(__ATOMIC_SEQ_CST);
    } while (next != end && __atomic_load_n(head_at(next), __ATOMIC_RELAXED));
}

void events_take(struct recorder_thread *self)
{
    uint64_t all = UINT64_MAX, mask = 0;
    syscall(SYS_rt_sigprocmask, SIG_BLOCK, &all, &mask, sizeof all);
    if (self->takes) {
        renew_cursor(self);
        self->takes = false;
        self->parts++;
    }
    syscall(SYS_rt_sigprocmask, SIG_SETMASK, &mask, NULL, sizeof mask);
}

void events_park(struct recorder_thread *self)
{
    self->parked = true;
    __atomic_signal_fence(__ATOMIC_SEQ_CST);
    events_leave();
}

void events_unpark(struct recorder_thread *self, bool on)
{
    if (!self->parked)
        return;
    self->parked = false;
    __atomic_signal_fence(__ATOMIC_SEQ_CST);
    if (on && self->chunk && !self->takes)
        renew_cursor(self);
}

static struct recording_event *fill_event(char *at, uint64_t head, const void *address, uint64_t more)
{
    struct recording_event *event = (struct recording_event *)(void *)at;
    event->address = (uint64_t)address;
    event->more = more;
    __atomic_store_n((uint64_t *)(void *)event, head, __ATOMIC_RELEASE);
    return event;
}

// Packs the thread's chunk, if nothing will be written to it any more: if every event is whole, also those
// that a signal handler has interrupted, and none will be revoked. Returns the bytes in self->packer; or 0.
static uint32_t pack(struct recorder_thread *self, uint32_t count)
{
    if (!self->packer) {
        long at = syscall(SYS_mmap, NULL, sizeof *self->packer, PROT_READ | PROT_WRITE,
                          MAP_PRIVATE | MAP_ANONYMOUS, -1, 0L);
        self->packer = at == -1 ? NULL : (struct packer *)at; // NOLINT(performance-no-int-to-ptr)
    }
    const char *events = self->chunk + sizeof(struct recording_chunk);
    return self->revocable || !self->packer
               ? 0
               : (uint32_t)packing_pack(&self->packer->scratch, (const void *)events, count,
                                        self->packer->chunk + sizeof(struct recording_chunk));
}

// A chunk with the thread's next number: the full one, emptied, or another one. NULL: there is no room.
static char *next_chunk(struct recorder_thread *self)
{
    uint32_t bytes = self->chunk ? pack(self, PACKING_EVENTS) : 0;
    if (bytes) {
        if (!chunks_add_packed(self->packer->chunk, self->number, self->chunks - 1, bytes))
            return NULL;
        chunks_empty(self->chunk);
        return self->chunk;
    }
    char *chunk = chunks_begin(RECORDING_CURRENT, self->number, self->chunks);
    if (chunk && self->chunk) // it stays where it is
        __atomic_store_n(&((struct recording_chunk *)(void *)self->chunk)->kind, (uint32_t)RECORDING_EVENTS,
                         __ATOMIC_RELEASE);
    return chunk;
}

void events_end_thread(struct recorder_thread *self)
{
    bool on = recorder_on() && self->chunk;
    char *slots = on ? self->chunk + sizeof(struct recording_chunk) : NULL;
    uint32_t count =
        on ? (uint32_t)((first_empty(self->chunk) - slots) / (long)sizeof(struct recording_event)) : 0;
    uint32_t bytes = count ? pack(self, count) : 0;
    if (bytes && chunks_add_packed(self->packer->chunk, self->number, self->chunks - 1, bytes))
        chunks_give_back(self->chunk);
    self->chunk = NULL;
    if (self->packer)
        syscall(SYS_munmap, self->packer, sizeof *self->packer);
    self->packer = NULL;
}

static char *slot_in_next_chunk(struct recorder_thread *self)
{
    char *chunk = next_chunk(self);
    if (!chunk) {
        recorder_full(chunks_are_limited());
        return NULL;
    }
    rotation_look();
    char *first = chunk + sizeof(struct recording_chunk);
    self->chunk = chunk;
    self->chunks++;
    heddle_recording_cursor.end = chunk + RECORDING_CHUNK;
    heddle_recording_cursor.next = first + sizeof(struct recording_event);
    return first;
}

// Every signal of the calling thread, the C library's own ones, too, waits until they are unblocked.
static void block_signals(struct recorder_thread *self)
{
    uint64_t all = UINT64_MAX;
    syscall(SYS_rt_sigprocmask, SIG_BLOCK, &all, &self->mask, sizeof all);
    self->blocks = true;
}

static void unblock_signals(struct recorder_thread *self)
{
    uint64_t mask = self->mask;
    if (!self->blocks)
        return;
    self->blocks = false;
    syscall(SYS_rt_sigprocmask, SIG_SETMASK, &mask, NULL, sizeof mask);
}

// The slot that an event has found at the cursor is none. Either the thread has none yet, or its chunk is
// full, or the cursor was set back (events_leave); if the slot is another chunk's, a signal handler has taken
// a new one in between, and the slot stays empty. Signals are blocked.
static char *find_slot(struct recorder_thread *self, const char *at)
{
    struct recorder_cursor *cursor = &heddle_recording_cursor;
    bool none = (uint64_t)at < RECORDING_CHUNK;
    if (none && self->chunk && !cursor->end)
        renew_cursor(self);
    if (none && recording_has_room(cursor->next, cursor->end)) {
        char *slot = cursor->next;
        cursor->next = slot + sizeof(struct recording_event);
        return slot;
    }
    if (self->chunk && !none && at != self->chunk + RECORDING_CHUNK) {
        recorder_cut();
        return NULL;
    }
    return slot_in_next_chunk(self);
}

static char *slow_slot(const char *at)
{
    struct recorder_thread *self = &recorder_self;
    char *slot = NULL;
    uint32_t parts = self->parts;
    int error = errno;
    if (self->busy)
        recorder_cut();
    else if (recorder_on()) {
        block_signals(self);
        self->busy = true;
        slot = find_slot(self, self->parts == parts ? at : NULL); // of the part that was before, it is none
        self->busy = false;
        if (!self->drawing) // else when the number is drawn
            unblock_signals(self);
    }
    if (!slot)
        events_leave();
    errno = error;
    return slot;
}

// Whether the event is one of a steered run. The recording may begin with it.
static bool is_steered(uint64_t head, const void *address)
{
    recorder_start();
    if (steering && recorder_on())
        steer_event(head, address);
    if (steering)
        events_leave();
    return steering;
}

void heddle_recording_slow(uint64_t head, const void *address, uint64_t more, const char *at)
{
    if (is_steered(head, address))
        return;
    // Of an access that is several events, all are in one part.
    bool continues = head >> 8 & RECORDED_CONTINUES;
    if (continues)
        window_forbid();
    char *slot = slow_slot(at);
    if (slot)
        fill_event(slot, head, address, more);
    if (continues)
        window_allow();
}

static char *slot_at_cursor(void)
{
    char *at = (char *)sizeof(struct recording_event); // NOLINT(performance-no-int-to-ptr)
    __asm__ volatile("xaddq %0, %1" : "+r"(at), "+m"(heddle_recording_cursor.next) : : "cc");
    return recording_has_room(at, heddle_recording_cursor.end) ? at : slow_slot(at);
}

void recorder_event(enum recording_kind kind, unsigned flags, unsigned size, const void *address,
                    uint64_t more)
{
    recording_put(recording_head(kind, flags, size, heddle_recording_place), address, more);
}

// The number is drawn when it is sure that it can be written.
static struct recording_event *put_numbered_event(enum recording_kind kind, unsigned flags, unsigned size,
                                                  const void *address, bool revocable)
{
    struct recorder_thread *self = &recorder_self;
    struct recording_event *event = NULL;
    if (self->drawing)
        recorder_cut();
    if (!recorder_on())
        return NULL;
    if (steering) {
        steer_event(recording_head(kind, flags, size, heddle_recording_place), address);
        return NULL;
    }
    self->drawing = true;
    __atomic_signal_fence(__ATOMIC_SEQ_CST);
    char *slot = slot_at_cursor();
    if (slot) {
        self->revocable += revocable; // until it is filled, the chunk is not complete anyway
        __atomic_signal_fence(__ATOMIC_SEQ_CST);
        event = fill_event(slot, recording_head(kind, flags, size, heddle_recording_place), address,
                           recorder_draw());
    }
    __atomic_signal_fence(__ATOMIC_SEQ_CST);
    self->drawing = false;
    unblock_signals(self);
    return event;
}

void recorder_sync(enum recording_kind kind, unsigned flags, unsigned size, const void *address)
{
    put_numbered_event(kind, flags, size, address, false);
}

struct recording_event *recorder_release(const void *lock)
{
    return put_numbered_event(RECORDED_RELEASE, 0, 0, lock, true);
}

void recorder_released(struct recording_event *event, bool was_released, enum recorded_act otherwise)
{
    if (!event && steering && recorder_self.state == RECORDER_RECORDING)
        steer_released(was_released);
    if (!event || !recorder_self.revocable) // else the part that has it is over
        return;
    if (!was_released) // it has its number
        __atomic_store_n((uint64_t *)(void *)event,
                         recording_head(RECORDED_SYNCHRONISE, 0, otherwise, event->place), __ATOMIC_RELAXED);
    __atomic_signal_fence(__ATOMIC_SEQ_CST);
    recorder_self.revocable--;
}
