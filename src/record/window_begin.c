#include "record/window_begin.h"

#include "record/chunks.h"
#include "record/events.h"

// A new chunk of each thread, which takes it when it comes to its next event. False: there is no room.
static bool give_chunks(struct recorder_thread *threads)
{
    for (struct recorder_thread *thread = threads; thread; thread = thread->after) {
        thread->chunk = chunks_begin(RECORDING_CURRENT, thread->number, 0);
        if (!thread->chunk)
            return false;
        thread->chunks = 1;
        thread->given = 0;
        thread->revocable = 0; // those are in the part that was before
        thread->takes = true;
    }
    return true;
}

// The part that the chunks are in has not begun, and is unmapped. Nothing is recorded any more.
static void take_back_chunks(struct recorder_thread *threads)
{
    for (struct recorder_thread *thread = threads; thread; thread = thread->after) {
        thread->takes = false;
        thread->chunk = NULL;
    }
    events_leave();
}

static void put_window_event(struct recorder_thread *thread, enum recording_kind kind, unsigned flags,
                             const void *address, uint64_t more)
{
    struct recording_event *event =
        (struct recording_event *)(void *)(thread->chunk + sizeof(struct recording_chunk)) + thread->given++;
    event->address = (uint64_t)address;
    event->more = more;
    __atomic_store_n((uint64_t *)(void *)event, recording_head(kind, flags, 0, heddle_recording_place),
                     __ATOMIC_RELEASE);
}

static void put_beginning(struct recorder_thread *thread)
{
    put_window_event(thread, RECORDED_BEGIN, thread->library ? RECORDED_LIBRARY : 0, thread->stack,
                     thread->stack_size);
    put_window_event(thread, RECORDED_SYNCHRONISE, 0, (const void *)(uintptr_t)thread->number, // NOLINT
                     recorder_draw());
    if (thread->calls)
        put_window_event(thread, RECORDED_OUTSIDE, 0, NULL, recorder_draw());
}

static void record_block(const void *start, uint64_t size)
{
    recorder_event(RECORDED_NEW, 0, 0, start, size);
}

// ---- numbers of threads

// The threads that `number_now` looks at.
static const struct recorder_thread *renumbered;

static uint32_t number_now(uint32_t number)
{
    for (const struct recorder_thread *thread = renumbered; thread; thread = thread->after)
        if (thread->was == number)
            return thread->number;
    return RECORDER_NO_THREAD;
}

// Main keeps its number, 0; the others get those behind it. Returns how many numbers there are.
static uint32_t renumber_threads(struct recorder_thread *threads)
{
    uint32_t others = 0;
    for (struct recorder_thread *thread = threads; thread; thread = thread->after) {
        thread->was = thread->number;
        others += thread->number != 0;
    }
    uint32_t next = others; // who has begun last is the first in the list
    for (struct recorder_thread *thread = threads; thread; thread = thread->after)
        if (thread->was)
            thread->number = next--;
    renumbered = threads;
    for (struct recorder_thread *thread = threads; thread; thread = thread->after)
        thread->joins = number_now(thread->joins);
    threads_renumber(number_now);
    return others + 1;
}

// ---- what is there

static void record_threads(struct recorder_thread *threads, const struct recorder_thread *self)
{
    for (const struct recorder_thread *thread = threads; thread; thread = thread->after)
        if (thread != self)
            recorder_sync(RECORDED_FORK, 0, 0, (const void *)(uintptr_t)thread->number); // NOLINT
    for (struct recorder_thread *thread = threads; thread; thread = thread->after)
        if (thread != self)
            put_beginning(thread);
}

bool window_record(struct recorder_thread *threads, struct recorder_thread *self)
{
    static const uint8_t state; // its address stands for this module's
    if (!recorder_begin_window(renumber_threads(threads)))
        return false;
    if (!give_chunks(threads))
        recorder_cut();
    else {
        put_window_event(self, RECORDED_BEGIN, self->library ? RECORDED_LIBRARY : 0, self->stack,
                         self->stack_size);
        recorder_sync(RECORDED_SYNCHRONISE, 0, 0, &state);
        blocks_each(record_block);
        record_threads(threads, self);
        if (self->calls)
            recorder_sync(RECORDED_OUTSIDE, 0, 0, NULL);
        recorder_sync(RECORDED_SYNCHRONISE, 0, 0, &state);
    }
    if (recorder_begun())
        return true;
    take_back_chunks(threads);
    return false;
}
