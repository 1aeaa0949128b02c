// Events: the slots of a thread's chunk, what is done when the chunk is full, and numbers of the sequence.
#include "record/events.h"

#include "record/chunks.h"
#include "record/packing.h"
#include "record/steer.h"

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
    heddle_recording_cursor = (struct recorder_cursor){0};
}

void events_take(struct recorder_thread *self)
{
    uint64_t all = UINT64_MAX, mask = 0;
    syscall(SYS_rt_sigprocmask, SIG_BLOCK, &all, &mask, sizeof all);
    if (self->takes) {
        heddle_recording_cursor.end = self->chunk + RECORDING_CHUNK;
        heddle_recording_cursor.next =
            self->chunk + sizeof(struct recording_chunk) + self->given * sizeof(struct recording_event);
        self->takes = false;
    }
    syscall(SYS_rt_sigprocmask, SIG_SETMASK, &mask, NULL, sizeof mask);
}

void events_end_thread(struct recorder_thread *self)
{
    if (self->packer)
        syscall(SYS_munmap, self->packer, sizeof *self->packer);
    self->packer = NULL;
}

static struct recording_event *fill(char *at, uint64_t head, const void *address, uint64_t more)
{
    struct recording_event *event = (struct recording_event *)(void *)at;
    event->address = (uint64_t)address;
    event->more = more;
    __atomic_store_n((uint64_t *)(void *)event, head, __ATOMIC_RELEASE);
    return event;
}

// Packs the thread's chunk, if nothing will be written to it any more: if every event is whole, also those
// that a signal handler has interrupted, and none will be revoked. Returns the bytes in self->packer; or 0.
static uint32_t pack(struct recorder_thread *self)
{
    if (!self->packer) {
        long at = syscall(SYS_mmap, NULL, sizeof *self->packer, PROT_READ | PROT_WRITE,
                          MAP_PRIVATE | MAP_ANONYMOUS, -1, 0L);
        self->packer = at == -1 ? NULL : (struct packer *)at; // NOLINT(performance-no-int-to-ptr)
    }
    const char *events = self->chunk + sizeof(struct recording_chunk);
    return self->revocable || !self->packer
               ? 0
               : (uint32_t)packing_pack(&self->packer->scratch, (const void *)events,
                                        self->packer->chunk + sizeof(struct recording_chunk));
}

// A chunk with the thread's next number: the full one, emptied, or another one. NULL: there is no room.
static char *next_chunk(struct recorder_thread *self)
{
    uint32_t bytes = self->chunk ? pack(self) : 0;
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

static char *slot_in_next_chunk(struct recorder_thread *self)
{
    char *chunk = next_chunk(self);
    if (!chunk) {
        recorder_cut();
        return NULL;
    }
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
// full; if it is another one's, a signal handler has taken a new chunk in between, and the slot stays empty.
static char *slow_slot(const char *at)
{
    struct recorder_thread *self = &recorder_self;
    char *slot = NULL;
    int error = errno;
    if (self->busy)
        recorder_cut();
    else if (recorder_on()) {
        block_signals(self);
        self->busy = true;
        char *next = heddle_recording_cursor.next;
        if (!at &&
            recording_has_room(next, heddle_recording_cursor.end)) { // the recording has begun just now
            heddle_recording_cursor.next = next + sizeof(struct recording_event);
            slot = next;
        } else if (self->chunk && at != self->chunk + RECORDING_CHUNK && at)
            recorder_cut();
        else
            slot = slot_in_next_chunk(self);
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
    char *slot = slow_slot(at);
    if (slot)
        fill(slot, head, address, more);
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
static struct recording_event *synchronise(enum recording_kind kind, unsigned flags, unsigned size,
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
        event =
            fill(slot, recording_head(kind, flags, size, heddle_recording_place), address, recorder_draw());
    }
    __atomic_signal_fence(__ATOMIC_SEQ_CST);
    self->drawing = false;
    unblock_signals(self);
    return event;
}

void recorder_sync(enum recording_kind kind, unsigned flags, unsigned size, const void *address)
{
    synchronise(kind, flags, size, address, false);
}

struct recording_event *recorder_release(const void *lock)
{
    return synchronise(RECORDED_RELEASE, 0, 0, lock, true);
}

void recorder_released(struct recording_event *event, bool was_released)
{
    if (!event && steering && recorder_self.state == RECORDER_RECORDING)
        steer_released(was_released);
    if (!event)
        return;
    if (!was_released)
        event->kind = RECORDED_SYNCHRONISE; // it has its number
    __atomic_signal_fence(__ATOMIC_SEQ_CST);
    recorder_self.revocable--;
}
