#include "record/window.h"

#include "record/chunks.h"
#include "record/steer.h"

#include <errno.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

// How often the program is stopped, and looked at each time.
enum { ATTEMPTS = 300, LOOKS = 200 };
enum { LOOK_NANOSECONDS = 100000, BETWEEN_NANOSECONDS = 10000000 };

enum { RUNNING, PAUSED, STOPPED }; // recorder_thread.safe

static struct {
    uint8_t lock; // of the list
    struct recorder_thread *threads;
    int unborn;                             // threads that are being created
    bool stopping;                          // threads that come to window_pass wait
    const struct recorder_thread *beginner; // who records what is there
} window;

static void wait_moment(long nanoseconds)
{
    const struct timespec time = {0, nanoseconds};
    syscall(SYS_nanosleep, &time, NULL);
}

static bool is_stopping(void)
{
    return __atomic_load_n(&window.stopping, __ATOMIC_SEQ_CST);
}

// Whether nothing is under way that the thread began: an access of a signal handler's victim, a section.
static bool can_stop(const struct recorder_thread *self)
{
    return !self->takes && !self->holds && !self->sections && !self->forbidden && !self->drawing &&
           !self->busy && !self->lock && !self->nested && self->listed;
}

// A thread that was seen to be paused while the program is stopped waits in any case: it has done nothing
// since. Clearing `safe` and looking at `stopping`, and the other way round in begin_window, are in one order
// for all (SEQ_CST), so that either this thread waits or it is seen to run.
void window_pass(struct recorder_thread *self)
{
    uint8_t before = __atomic_exchange_n(&self->safe, RUNNING, __ATOMIC_SEQ_CST);
    while (is_stopping() && (before == PAUSED || can_stop(self))) {
        __atomic_store_n(&self->safe, STOPPED, __ATOMIC_SEQ_CST);
        while (is_stopping())
            wait_moment(LOOK_NANOSECONDS);
        __atomic_store_n(&self->safe, RUNNING, __ATOMIC_SEQ_CST);
    }
}

void window_wait_for_beginning(const struct recorder_thread *self)
{
    while (is_stopping() && __atomic_load_n(&window.beginner, __ATOMIC_SEQ_CST) != self)
        wait_moment(LOOK_NANOSECONDS);
}

void window_pause(void)
{
    struct recorder_thread *self = &recorder_self;
    if (recorder_waits() && can_stop(self))
        __atomic_store_n(&self->safe, PAUSED, __ATOMIC_SEQ_CST);
}

void window_resume(void)
{
    int error = errno;
    if (recorder_self.safe == PAUSED)
        window_pass(&recorder_self);
    errno = error;
}

void window_acquired(void)
{
    recorder_self.holds++;
}

void window_released(void)
{
    struct recorder_thread *self = &recorder_self;
    if (self->holds)
        self->holds--;
    else if (recorder_waits())
        recorder_cut(); // another thread has got the lock: nobody knows how many are held
}

void window_forbid(void)
{
    recorder_self.forbidden++;
}

void window_allow(void)
{
    recorder_self.forbidden--;
}

void window_unborn(int count)
{
    __atomic_fetch_add(&window.unborn, count, __ATOMIC_SEQ_CST);
}

void window_enter(bool library, const void *stack, uint64_t stack_size)
{
    struct recorder_thread *self = &recorder_self;
    self->library = library;
    self->stack = stack;
    self->stack_size = stack_size;
    self->listed = true;
    recorder_lock(&window.lock);
    self->after = window.threads;
    window.threads = self;
    recorder_unlock(&window.lock);
    if (library) { // it is at work as such code from now on
        self->calls = 1;
        window_pause();
    }
    if (self->number)
        window_unborn(-1);
}

void window_leave(void)
{
    struct recorder_thread *self = &recorder_self;
    if (!self->listed)
        return;
    recorder_lock(&window.lock);
    struct recorder_thread **at = &window.threads;
    while (*at != self)
        at = &(*at)->after;
    *at = self->after;
    self->listed = false;
    recorder_unlock(&window.lock);
}

// ---- the beginning

static bool all_are_safe(const struct recorder_thread *self)
{
    if (__atomic_load_n(&window.unborn, __ATOMIC_SEQ_CST))
        return false;
    for (const struct recorder_thread *thread = window.threads; thread; thread = thread->after)
        if (thread != self && __atomic_load_n(&thread->safe, __ATOMIC_SEQ_CST) == RUNNING)
            return false;
    return true;
}

// A new chunk of each thread, which takes it when it comes to its next event. False: there is no room.
static bool give_chunks(void)
{
    for (struct recorder_thread *thread = window.threads; thread; thread = thread->after) {
        thread->chunk = chunks_begin(RECORDING_CURRENT, thread->number, 0);
        if (!thread->chunk)
            return false;
        thread->chunks = 1;
        thread->given = 0;
        thread->takes = true;
    }
    return true;
}

static void put(struct recorder_thread *thread, enum recording_kind kind, unsigned flags, const void *address,
                uint64_t more)
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
    put(thread, RECORDED_BEGIN, thread->library ? RECORDED_LIBRARY : 0, thread->stack, thread->stack_size);
    put(thread, RECORDED_SYNCHRONISE, 0, (const void *)(uintptr_t)thread->number, // NOLINT
        recorder_draw());
    if (thread->calls)
        put(thread, RECORDED_OUTSIDE, 0, NULL, recorder_draw());
}

static void record_block(const void *start, uint64_t size)
{
    recorder_event(RECORDED_NEW, 0, 0, start, size);
}

// All others are stopped, or come to window_pass before they do anything.
static void record_what_is_there(struct recorder_thread *self)
{
    __atomic_store_n(&window.beginner, self, __ATOMIC_SEQ_CST);
    if (!give_chunks()) {
        recorder_cut();
        return;
    }
    put(self, RECORDED_BEGIN, 0, self->stack, self->stack_size);
    if (!recorder_begin_window())
        return;
    recorder_sync(RECORDED_SYNCHRONISE, 0, 0, &window);
    blocks_each(record_block);
    for (struct recorder_thread *thread = window.threads; thread; thread = thread->after)
        if (thread != self)
            recorder_sync(RECORDED_FORK, 0, 0, (const void *)(uintptr_t)thread->number); // NOLINT
    for (struct recorder_thread *thread = window.threads; thread; thread = thread->after)
        if (thread != self)
            put_beginning(thread);
    recorder_sync(RECORDED_SYNCHRONISE, 0, 0, &window);
}

static void try_to_begin(struct recorder_thread *self)
{
    bool safe = false;
    recorder_lock(&window.lock);
    __atomic_store_n(&window.stopping, true, __ATOMIC_SEQ_CST);
    for (unsigned look = 0; look < LOOKS && !(safe = all_are_safe(self)); look++)
        wait_moment(LOOK_NANOSECONDS);
    if (safe)
        record_what_is_there(self);
    __atomic_store_n(&window.stopping, false, __ATOMIC_SEQ_CST);
    recorder_unlock(&window.lock);
}

void heddle_record_begin(void)
{
    static uint8_t begins;
    struct recorder_thread *self = &recorder_self;
    int error = errno;
    for (unsigned i = 0;
         i < ATTEMPTS && recorder_follows() && recorder_waits() && can_stop(self) && !self->calls; i++) {
        if (!__atomic_exchange_n(&begins, 1, __ATOMIC_SEQ_CST)) {
            try_to_begin(self);
            __atomic_store_n(&begins, 0, __ATOMIC_SEQ_CST);
        }
        if (recorder_waits())
            wait_moment(BETWEEN_NANOSECONDS);
    }
    errno = error;
}

void heddle_record_end(void)
{
    if (recorder_in_window())
        recorder_cut();
}
