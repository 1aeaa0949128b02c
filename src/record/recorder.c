#include "record/recorder.h"

#include "record/chunks.h"
#include "record/events.h"
#include "record/reach.h"
#include "record/rotation.h"
#include "record/schedule.h"
#include "record/steer.h"
#include "record/texts.h"
#include "record/window.h"

#include <errno.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

extern char **environ;

enum mode { MODE_UNKNOWN, MODE_STARTING, MODE_WAITING, MODE_ON, MODE_CUT, MODE_OFF };

static struct {
    enum mode mode;
    struct recording_header *header;
    struct recording_header *before; // while a part begins: of the part before; else NULL
    uint8_t header_lock;             // of which part is written; what begins one has it all the time
    pid_t process;
} recorder;

RECORDER_TLS uint32_t heddle_recording_place;
RECORDER_TLS struct recorder_thread recorder_self;

static enum mode mode_now(void)
{
    return __atomic_load_n(&recorder.mode, __ATOMIC_ACQUIRE);
}

void recorder_lock(uint8_t *lock)
{
    while (__atomic_exchange_n(lock, 1, __ATOMIC_ACQUIRE))
        for (unsigned i = 0; __atomic_load_n(lock, __ATOMIC_RELAXED); i++)
            if (i % 64 == 63)
                syscall(SYS_sched_yield);
}

uint64_t recorder_time(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (uint64_t)now.tv_sec * 1000000000 + (uint64_t)now.tv_nsec;
}

void recorder_unlock(uint8_t *lock)
{
    __atomic_store_n(lock, 0, __ATOMIC_RELEASE);
}

// The header stays the one that it is until unlock_header. Signals are blocked: their handlers come here,
// too.
static uint64_t lock_header(void)
{
    uint64_t all = UINT64_MAX, mask = 0;
    syscall(SYS_rt_sigprocmask, SIG_BLOCK, &all, &mask, sizeof all);
    if (!window_is_begun_by(&recorder_self))
        recorder_lock(&recorder.header_lock);
    return mask;
}

static void unlock_header(uint64_t mask)
{
    if (!window_is_begun_by(&recorder_self))
        recorder_unlock(&recorder.header_lock);
    syscall(SYS_rt_sigprocmask, SIG_SETMASK, &mask, NULL, sizeof mask);
}

// Nothing is lost before the mode changes. Of a recording that says that it is cut, and not yet where (0),
// nothing is certain.
static void mark_cut(struct recording_header *header, uint32_t flags)
{
    uint64_t drawn = __atomic_load_n(&header->sequence, __ATOMIC_SEQ_CST);
    if (!(__atomic_fetch_or(&header->flags, RECORDING_CUT | flags, __ATOMIC_SEQ_CST) & RECORDING_CUT))
        __atomic_store_n(&header->cut, drawn, __ATOMIC_SEQ_CST);
}

static bool change_mode(enum mode from, enum mode to)
{
    return __atomic_compare_exchange_n(&recorder.mode, &from, to, false, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);
}

void recorder_cut(void)
{
    enum mode mode = mode_now();
    if (mode != MODE_ON && mode != MODE_WAITING)
        return;
    if (steering)
        steer_hold();
    uint64_t mask = lock_header();
    mark_cut(recorder.header, 0);
    if (!change_mode(MODE_ON, MODE_CUT))
        change_mode(MODE_WAITING, MODE_CUT);
    unlock_header(mask);
}

void recorder_full(bool limited)
{
    if (!rotation_is_on() || !limited || window_is_begun_by(&recorder_self)) {
        recorder_cut();
        return;
    }
    uint64_t mask = lock_header();
    if (mode_now() == MODE_ON) {
        mark_cut(recorder.header, RECORDING_HELD);
        change_mode(MODE_ON, MODE_WAITING);
    }
    unlock_header(mask);
    rotation_want();
}

// The header of another part of the recording.
static struct recording_header *begin_recording_part(uint32_t threads)
{
    struct recording_header *header = chunks_begin_part(recorder.header);
    if (!header)
        return NULL;
    header->flags = RECORDING_WINDOW;
    header->threads = threads;
    header->sequence = header->cut = 0;
    header->part++;
    return texts_write() ? header : NULL;
}

bool recorder_begin_window(uint32_t threads)
{
    if (recorder_is_new()) {
        recorder.header->threads = threads;
        return change_mode(MODE_WAITING, MODE_ON);
    }
    recorder_lock(&recorder.header_lock);
    recorder.before = recorder.header;
    struct recording_header *header = begin_recording_part(threads);
    if (header) {
        recorder.header = header;
        if (!change_mode(MODE_WAITING, MODE_ON) && mode_now() != MODE_ON)
            header = NULL;
    }
    return header || recorder_begun();
}

bool recorder_begun(void)
{
    bool good = mode_now() == MODE_ON;
    if (!recorder.before)
        return good;
    good = good && recorder.header != recorder.before && rotation_is_worth_it();
    if (good)
        mark_cut(recorder.before, RECORDING_FOLLOWED);
    if (!chunks_end_part(good)) {
        recorder.header = recorder.before;
        mark_cut(recorder.header, 0);
        __atomic_fetch_and(&recorder.header->flags, ~(uint32_t)RECORDING_HELD, __ATOMIC_SEQ_CST); // no more
        if (!change_mode(MODE_ON, MODE_CUT))
            change_mode(MODE_WAITING, MODE_CUT);
        good = false;
    }
    recorder.before = NULL;
    recorder_unlock(&recorder.header_lock);
    return good;
}

bool recorder_is_new(void)
{
    return mode_now() == MODE_WAITING && !recorder.header->sequence;
}

bool recorder_waits(void)
{
    return mode_now() == MODE_WAITING;
}

uint64_t recorder_draw(void)
{
    return __atomic_fetch_add(&recorder.header->sequence, 1, __ATOMIC_SEQ_CST);
}

// The thread records nothing more: every event comes to the slow path, which comes here again.
static void stop_thread(struct recorder_thread *self)
{
    if (self->state != RECORDER_ENDED)
        self->state = RECORDER_OFF;
    events_leave();
}

// ---- beginning and end

// The value of a variable of the environment, which the programs that this one starts do not get.
static const char *take_variable(const char *name)
{
    size_t length = strlen(name);
    const char *value = NULL;
    char **to = environ;
    for (char **from = environ; *from; from++) {
        if (strncmp(*from, name, length) == 0 && (*from)[length] == '=')
            value = *from + length + 1;
        else
            *to++ = *from;
    }
    *to = NULL;
    return value;
}

static struct recording_header *open_recording(const char *path, const char *limit, bool keep)
{
    uint64_t most = limit ? strtoull(limit, NULL, 10) : 0;
    return path ? chunks_open(path, keep ? most / ROTATION_PARTS : most) : NULL;
}

// By the main thread, before main; or earlier, when a constructor's access is recorded.
static void start_recording(void)
{
    enum mode unknown = MODE_UNKNOWN;
    struct recorder_thread *self = &recorder_self;
    if (!environ || !__atomic_compare_exchange_n(&recorder.mode, &unknown, MODE_STARTING, false,
                                                 __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST))
        return;
    const char *path = take_variable(RECORDER_FILE), *limit = take_variable(RECORDER_LIMIT),
               *schedule = take_variable(SCHEDULE_FILE), *window = take_variable(RECORDER_WINDOW),
               *keep = take_variable(RECORDER_KEEP);
    bool busy = self->busy;
    self->quiet++;
    self->busy = true;
    if (path || schedule)
        reach_start();
    recorder.process = (pid_t)syscall(SYS_getpid);
    bool good;
    if (schedule) {
        static struct recording_header unused;
        steer_begin(schedule);
        recorder.header = &unused;
        threads_start();
        good = true;
    } else if ((good = (recorder.header = open_recording(path, limit, keep)) != NULL)) {
        recorder.header->pointer_bytes = sizeof(void *);
        recorder.header->threads = 1;
        threads_start();
        texts_start();
        good = texts_write() && syscall(SYS_gettid) == recorder.process;
        if (!good)
            recorder.header->flags |= RECORDING_CUT;
        if (window)
            recorder.header->flags |= RECORDING_WINDOW;
        if (keep && good)
            rotation_start();
        window_start(window);
    }
    self->busy = busy;
    // Where there is a file but no room for its texts, the recording still says how the program ends.
    __atomic_store_n(&recorder.mode,
                     good              ? (window && !schedule ? MODE_WAITING : MODE_ON)
                     : recorder.header ? MODE_CUT
                                       : MODE_OFF,
                     __ATOMIC_RELEASE);
    if (good) {
        const void *stack;
        uint64_t size;
        threads_find_stack(&stack, &size);
        recorder_begin_thread(0, 0, stack, size);
    }
    self->quiet--;
}

void recorder_start(void)
{
    if (mode_now() == MODE_UNKNOWN)
        start_recording();
}

// The C library allocates the buffer of standard output when it is first used, and looks then whether that is
// a terminal. In a steered run that could be another thread than in the recorded one, so it is done here.
static void give_buffer(void)
{
    recorder_self.quiet++;
    setvbuf(stdout, NULL, _IOFBF, 0);
    if (isatty(STDOUT_FILENO))
        setvbuf(stdout, NULL, _IOLBF, 0);
    recorder_self.quiet--;
}

__attribute__((constructor(101))) static void start_early(void)
{
    int error = errno;
    start_recording();
    if (recorder_self.state == RECORDER_RECORDING)
        give_buffer();
    errno = error;
}

// Among destructors the last.
__attribute__((destructor(101))) static void end_late(void)
{
    recorder_end();
}

bool recorder_is_process(void)
{
    return (pid_t)syscall(SYS_getpid) == recorder.process;
}

void recorder_end(void)
{
    enum mode mode = mode_now();
    if ((mode != MODE_ON && mode != MODE_CUT && mode != MODE_WAITING) || !recorder_is_process())
        return;
    if (steering)
        steer_hold();
    uint64_t mask = lock_header();
    __atomic_fetch_or(&recorder.header->flags, RECORDING_ENDED, __ATOMIC_SEQ_CST);
    unlock_header(mask);
}

void recorder_leave(void)
{
    steering = false;
    __atomic_store_n(&recorder.mode, MODE_OFF, __ATOMIC_RELEASE);
    stop_thread(&recorder_self);
    window_forget();
    if (rotation_is_on())
        chunks_forget();
}

// ---- threads

uint32_t recorder_new_thread(void)
{
    if (steering)
        return steer_new_thread();
    uint32_t number = __atomic_fetch_add(&recorder.header->threads, 1, __ATOMIC_SEQ_CST);
    rotation_look_at_threads(number);
    if (number >= RECORDING_THREADS && !recorder_waits())
        recorder_full(true);
    return number;
}

void recorder_begin_thread(uint32_t number, unsigned flags, const void *stack, uint64_t stack_size)
{
    enum mode mode = mode_now();
    if (mode != MODE_ON && mode != MODE_WAITING)
        return;
    recorder_self.number = number;
    recorder_self.state = RECORDER_RECORDING;
    recorder_self.joins = RECORDER_NO_THREAD;
    if (mode == MODE_ON)
        recorder_event(RECORDED_BEGIN, flags, 0, stack, stack_size);
    if (window_attends())
        window_enter(flags & RECORDED_LIBRARY, stack, stack_size);
}

void recorder_end_thread(void)
{
    if (recorder_self.state != RECORDER_RECORDING)
        return;
    // What a signal handler does is recorded before the end, or not at all.
    uint64_t all = ~(uint64_t)0, before = 0;
    syscall(SYS_rt_sigprocmask, SIG_BLOCK, &all, &before, sizeof all);
    recorder_event(RECORDED_END, 0, 0, NULL, 0);
    events_leave();
    events_end_thread(&recorder_self);
    window_leave(); // from here on another part may begin
    recorder_self.state = RECORDER_ENDED;
    stop_thread(&recorder_self);
    syscall(SYS_rt_sigprocmask, SIG_SETMASK, &before, NULL, sizeof before);
}

// Whether a thread may write, and has its number.
static bool is_recording(struct recorder_thread *self)
{
    recorder_start();
    if (self->state == RECORDER_RECORDING && window_attends()) {
        if (mode_now() == MODE_WAITING)
            events_leave(); // what follows an event that is not recorded is not either
        window_look(self);
    }
    bool waits = mode_now() == MODE_WAITING, on = mode_now() == MODE_ON;
    if (on && self->state == RECORDER_RECORDING) {
        if (self->takes) {
            window_wait_for_beginning(self);
            events_take(self);
        }
        return true;
    }
    if ((on || (waits && self->state != RECORDER_RECORDING)) && self->state != RECORDER_OFF)
        recorder_cut(); // nobody knows what this thread's beginning waits for, or it goes on after its end
    if (mode_now() >= MODE_CUT)
        stop_thread(self);
    return false;
}

bool recorder_on(void)
{
    int error = errno;
    bool on = is_recording(&recorder_self);
    errno = error;
    return on;
}

bool recorder_follows(void)
{
    return recorder_on() || (recorder_waits() && recorder_self.state == RECORDER_RECORDING);
}
