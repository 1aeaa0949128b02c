#include "record/window.h"

#include "record/events.h"
#include "record/rotation.h"
#include "record/window_begin.h"

#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

// How often the program is stopped for marks, and looked at each time.
enum { ATTEMPTS = 300, LOOKS = 200 };
enum { LOOK_NANOSECONDS = 100000, BETWEEN_NANOSECONDS = 10000000 };

enum { RUNNING, PAUSED, STOPPED }; // recorder_thread.safe

static struct {
    uint8_t lock; // of the list
    struct recorder_thread *threads;
    int unborn;                             // threads that are being created
    bool marks;                             // it begins and ends where the program says so
    bool timed;                             // or by the clock:
    uint64_t next, until;                   // when it may be tried to begin it; when it ends (0: never)
    uint8_t begins;                         // lock of who stops the program
    bool stopping;                          // threads that come to window_pass wait
    const struct recorder_thread *beginner; // who records what is there
} window;

void window_start(const char *when)
{
    char *rest = NULL;
    window.marks = when && strcmp(when, "marks") == 0;
    window.timed = when && !window.marks;
    if (!window.timed)
        return;
    uint64_t now = recorder_time(), until;
    window.next = now + strtoull(when, &rest, 10);
    until = strtoull(rest + 2, NULL, 10);
    window.until = until ? now + until : 0;
}

void window_forget(void)
{
    struct recorder_thread *self = &recorder_self;
    __atomic_store_n(&window.stopping, false, __ATOMIC_SEQ_CST);
    self->safe = RUNNING;
    self->parked = false;
    self->takes = false;
    self->chunk = NULL;
}

bool window_attends(void)
{
    return recorder_waits() || rotation_is_on() || window.until;
}

bool window_is_begun_by(const struct recorder_thread *thread)
{
    return __atomic_load_n(&window.beginner, __ATOMIC_SEQ_CST) == thread;
}

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
    return !self->holds && !self->sections && !self->forbidden && !self->drawing && !self->busy &&
           !self->lock && !self->nested && self->listed;
}

// A thread that was seen to be paused while the program is stopped waits in any case: it has done nothing
// since. Clearing `safe` and looking at `stopping`, and the other way round in begin_window, are in one order
// for all (SEQ_CST), so that either this thread waits or it is seen to run.
// So does a signal handler that has interrupted one that waits.
void window_pass(struct recorder_thread *self)
{
    if (window_is_begun_by(self))
        return;
    uint8_t before = __atomic_exchange_n(&self->safe, RUNNING, __ATOMIC_SEQ_CST);
    while (is_stopping() && (before != RUNNING || can_stop(self))) {
        __atomic_store_n(&self->safe, STOPPED, __ATOMIC_SEQ_CST);
        while (is_stopping())
            wait_moment(LOOK_NANOSECONDS);
        __atomic_store_n(&self->safe, RUNNING, __ATOMIC_SEQ_CST);
    }
    events_unpark(self, !recorder_waits());
}

// Begins what is due, where the thread can stop the others; ends what is over.
static void keep_time(struct recorder_thread *self)
{
    if (rotation_wants() && can_stop(self))
        rotation_try(self);
    if (!window.timed || (!window.until && !recorder_is_new()))
        return;
    uint64_t now = recorder_time();
    int error = errno;
    if (window.until && now >= window.until)
        recorder_cut();
    else if (recorder_is_new() && now >= __atomic_load_n(&window.next, __ATOMIC_RELAXED) && can_stop(self) &&
             !window_try(self))
        __atomic_store_n(&window.next, now + BETWEEN_NANOSECONDS, __ATOMIC_RELAXED);
    errno = error;
}

void window_look(struct recorder_thread *self)
{
    if (window_is_begun_by(self))
        return;
    if (self->safe != RUNNING || self->parked || is_stopping())
        window_pass(self);
    keep_time(self);
}

void window_wait_for_beginning(const struct recorder_thread *self)
{
    while (is_stopping() && !window_is_begun_by(self))
        wait_moment(LOOK_NANOSECONDS);
}

// Its events take the slow path from here on, where it learns whether the program was stopped meanwhile: code
// that was not instrumented may call functions of the program.
void window_pause(void)
{
    struct recorder_thread *self = &recorder_self;
    if (!window_attends() || self->state != RECORDER_RECORDING || !can_stop(self))
        return;
    keep_time(self);
    __atomic_store_n(&self->safe, PAUSED, __ATOMIC_SEQ_CST);
    events_park(self);
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
    else
        rotation_give_up();
}

bool window_interrupt(void)
{
    window_forbid();
    return recorder_self.safe == PAUSED;
}

void window_continue(bool paused)
{
    window_allow();
    if (paused)
        window_pause();
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
    if (library) // it is at work as such code from now on
        self->calls = 1;
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

// ---- its beginning

static bool all_are_safe(const struct recorder_thread *self)
{
    if (__atomic_load_n(&window.unborn, __ATOMIC_SEQ_CST))
        return false;
    for (const struct recorder_thread *thread = window.threads; thread; thread = thread->after)
        if (thread != self && __atomic_load_n(&thread->safe, __ATOMIC_SEQ_CST) == RUNNING)
            return false;
    return true;
}

// The list of threads is locked for a look at a time, so that those that begin and end can do so.
static bool begin_if_safe(struct recorder_thread *self, bool *begun)
{
    recorder_lock(&window.lock);
    bool safe = all_are_safe(self);
    if (safe) {
        __atomic_store_n(&window.beginner, self, __ATOMIC_SEQ_CST);
        *begun = window_record(window.threads, self);
        __atomic_store_n(&window.beginner, NULL, __ATOMIC_SEQ_CST);
    }
    recorder_unlock(&window.lock);
    return safe;
}

bool window_try(struct recorder_thread *self)
{
    uint64_t all = UINT64_MAX, mask = 0;
    bool begun = false;
    syscall(SYS_rt_sigprocmask, SIG_BLOCK, &all, &mask, sizeof all);
    if (!__atomic_exchange_n(&window.begins, 1, __ATOMIC_SEQ_CST)) {
        __atomic_store_n(&window.stopping, true, __ATOMIC_SEQ_CST);
        for (unsigned look = 0; look < LOOKS && !begin_if_safe(self, &begun); look++)
            wait_moment(LOOK_NANOSECONDS);
        __atomic_store_n(&window.stopping, false, __ATOMIC_SEQ_CST);
        __atomic_store_n(&window.begins, 0, __ATOMIC_SEQ_CST);
    }
    syscall(SYS_rt_sigprocmask, SIG_SETMASK, &mask, NULL, sizeof mask);
    return begun;
}

// ---- marks

void heddle_record_begin(void)
{
    struct recorder_thread *self = &recorder_self;
    int error = errno;
    for (unsigned i = 0; window.marks && i < ATTEMPTS && recorder_follows() && recorder_is_new() &&
                         can_stop(self) && !self->calls;
         i++) {
        window_try(self);
        if (recorder_is_new())
            wait_moment(BETWEEN_NANOSECONDS);
    }
    errno = error;
}

void heddle_record_end(void)
{
    if (window.marks && (recorder_on() || (recorder_waits() && !recorder_is_new())))
        recorder_cut();
}
