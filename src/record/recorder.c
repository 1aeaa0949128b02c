#include "record/recorder.h"

#include "record/chunks.h"
#include "record/packing.h"
#include "record/reach.h"
#include "record/schedule.h"
#include "record/steer.h"
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
#include <unistd.h>

extern char **environ;

enum mode { MODE_UNKNOWN, MODE_STARTING, MODE_WAITING, MODE_ON, MODE_CUT, MODE_OFF };

static struct {
    enum mode mode;
    struct recording_header *header;
    pid_t process;
} recorder;

// What a thread packs its full chunks with.
struct packer {
    struct packing scratch;
    unsigned char chunk[sizeof(struct recording_chunk) + PACKING_MOST + RECORDING_GRAIN];
};

RECORDER_TLS struct recorder_cursor heddle_recording_cursor;
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

void recorder_unlock(uint8_t *lock)
{
    __atomic_store_n(lock, 0, __ATOMIC_RELEASE);
}

void recorder_cut(void)
{
    enum mode mode = mode_now();
    if (mode != MODE_ON && mode != MODE_WAITING)
        return;
    if (steering)
        steer_hold();
    // Nothing is lost before the mode changes. Of a recording that says that it is cut, and not yet where
    // (0), nothing is certain.
    uint64_t drawn = __atomic_load_n(&recorder.header->sequence, __ATOMIC_SEQ_CST);
    if (!(__atomic_fetch_or(&recorder.header->flags, RECORDING_CUT, __ATOMIC_SEQ_CST) & RECORDING_CUT))
        __atomic_store_n(&recorder.header->cut, drawn, __ATOMIC_SEQ_CST);
    while ((mode == MODE_ON || mode == MODE_WAITING) &&
           !__atomic_compare_exchange_n(&recorder.mode, &mode, MODE_CUT, false, __ATOMIC_SEQ_CST,
                                        __ATOMIC_SEQ_CST)) {
    }
}

bool recorder_begin_window(void)
{
    enum mode waiting = MODE_WAITING;
    return __atomic_compare_exchange_n(&recorder.mode, &waiting, MODE_ON, false, __ATOMIC_SEQ_CST,
                                       __ATOMIC_SEQ_CST);
}

bool recorder_waits(void)
{
    return mode_now() == MODE_WAITING;
}

bool recorder_in_window(void)
{
    return mode_now() == MODE_ON && recorder.header->flags & RECORDING_WINDOW;
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
    heddle_recording_cursor = (struct recorder_cursor){0};
}

// ---- text

struct text {
    enum recording_chunk_kind kind;
    uint32_t number;
    char *chunk;
    uint32_t bytes;
    bool failed;
};

static void add_text(struct text *text, const char *from, size_t size)
{
    const size_t room = RECORDING_CHUNK - sizeof(struct recording_chunk);
    while (size && !text->failed) {
        if (!text->chunk || text->bytes == room) {
            text->chunk = chunks_begin(text->kind, 0, text->number++);
            text->bytes = 0;
            text->failed = !text->chunk;
            if (text->failed)
                return;
        }
        size_t part = size < room - text->bytes ? size : room - text->bytes;
        memcpy(text->chunk + sizeof(struct recording_chunk) + text->bytes, from, part);
        text->bytes += (uint32_t)part;
        ((struct recording_chunk *)(void *)text->chunk)->bytes = text->bytes;
        from += part;
        size -= part;
    }
}

static void add_hexadecimal(struct text *text, uint64_t number)
{
    char digits[17];
    unsigned at = sizeof digits;
    digits[--at] = ' ';
    do
        digits[--at] = "0123456789abcdef"[number & 15];
    while (number >>= 4);
    add_text(text, digits + at, sizeof digits - at);
}

static void add_name(struct text *text, const struct recorder_name *name)
{
    if (!name->address) // weak, and nobody defines it
        return;
    add_hexadecimal(text, (uint64_t)name->address);
    add_hexadecimal(text, name->size);
    add_text(text, name->name, strlen(name->name));
    add_text(text, "\n", 1);
}

static bool write_texts(void)
{
    struct text places = {.kind = RECORDING_PLACES}, names = {.kind = RECORDING_NAMES};
    add_text(&places, heddle_recording_places, heddle_recording_places_size);
    for (uint64_t i = 0; i < heddle_recording_name_count; i++)
        add_name(&names, &heddle_recording_names[i]);
    // The errno of another thread lies at the end of its stack.
    const struct recorder_name own = {&errno, sizeof errno, RECORDING_ERRNO};
    add_name(&names, &own);
    return !places.failed && !names.failed;
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

static struct recording_header *open_recording(const char *path, const char *limit)
{
    return path ? chunks_open(path, limit ? strtoull(limit, NULL, 10) : 0) : NULL;
}

// By the main thread, before main; or earlier, when a constructor's access is recorded.
static void start(void)
{
    enum mode unknown = MODE_UNKNOWN;
    struct recorder_thread *self = &recorder_self;
    if (!environ || !__atomic_compare_exchange_n(&recorder.mode, &unknown, MODE_STARTING, false,
                                                 __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST))
        return;
    const char *path = take_variable(RECORDER_FILE), *limit = take_variable(RECORDER_LIMIT),
               *schedule = take_variable(SCHEDULE_FILE), *window = take_variable(RECORDER_WINDOW);
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
    } else if ((good = (recorder.header = open_recording(path, limit)) != NULL)) {
        recorder.header->pointer_bytes = sizeof(void *);
        recorder.header->threads = 1;
        threads_start();
        good = write_texts() && syscall(SYS_gettid) == recorder.process;
        if (!good)
            recorder.header->flags |= RECORDING_CUT;
        if (window)
            recorder.header->flags |= RECORDING_WINDOW;
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
    start();
    if (recorder_self.state == RECORDER_RECORDING)
        give_buffer();
    errno = error;
}

// Among destructors the last.
__attribute__((destructor(101))) static void end_late(void)
{
    recorder_end();
}

void recorder_end(void)
{
    enum mode mode = mode_now();
    if ((mode != MODE_ON && mode != MODE_CUT && mode != MODE_WAITING) ||
        (pid_t)syscall(SYS_getpid) != recorder.process)
        return;
    if (steering)
        steer_hold();
    __atomic_fetch_or(&recorder.header->flags, RECORDING_ENDED, __ATOMIC_SEQ_CST);
}

void recorder_leave(void)
{
    steering = false;
    __atomic_store_n(&recorder.mode, MODE_OFF, __ATOMIC_RELEASE);
    stop_thread(&recorder_self);
}

// ---- threads

uint32_t recorder_new_thread(void)
{
    if (steering)
        return steer_new_thread();
    uint32_t number = __atomic_fetch_add(&recorder.header->threads, 1, __ATOMIC_SEQ_CST);
    if (number >= RECORDING_THREADS)
        recorder_cut();
    return number;
}

void recorder_begin_thread(uint32_t number, unsigned flags, const void *stack, uint64_t stack_size)
{
    enum mode mode = mode_now();
    if (mode != MODE_ON && mode != MODE_WAITING)
        return;
    recorder_self.number = number;
    recorder_self.state = RECORDER_RECORDING;
    if (mode == MODE_WAITING) {
        window_enter(flags & RECORDED_LIBRARY, stack, stack_size);
        return;
    }
    recorder_event(RECORDED_BEGIN, flags, 0, stack, stack_size);
}

void recorder_end_thread(void)
{
    if (recorder_self.state != RECORDER_RECORDING)
        return;
    // What a signal handler does is recorded before the end, or not at all.
    uint64_t all = ~(uint64_t)0, before = 0;
    syscall(SYS_rt_sigprocmask, SIG_BLOCK, &all, &before, sizeof all);
    recorder_event(RECORDED_END, 0, 0, NULL, 0);
    window_leave();
    if (recorder_self.packer)
        syscall(SYS_munmap, recorder_self.packer, sizeof *recorder_self.packer);
    recorder_self.packer = NULL;
    recorder_self.state = RECORDER_ENDED;
    stop_thread(&recorder_self);
    syscall(SYS_rt_sigprocmask, SIG_SETMASK, &before, NULL, sizeof before);
}

// The window has begun, and another thread has written the first events of this one.
static void take_chunk(struct recorder_thread *self)
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

// Whether a thread may write, and has its number.
static bool is_recording(struct recorder_thread *self)
{
    if (mode_now() == MODE_UNKNOWN)
        start();
    if (mode_now() == MODE_WAITING && self->state == RECORDER_RECORDING)
        window_pass(self);
    bool waits = mode_now() == MODE_WAITING, on = mode_now() == MODE_ON;
    if (on && self->state == RECORDER_RECORDING) {
        if (self->takes) {
            window_wait_for_beginning(self);
            take_chunk(self);
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

// ---- events

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
    char *chunk = next_chunk(self), *first = chunk + sizeof(struct recording_chunk);
    if (!chunk) {
        recorder_cut();
        return NULL;
    }
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
    else if (is_recording(self)) {
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
        heddle_recording_cursor = (struct recorder_cursor){0};
    errno = error;
    return slot;
}

// Whether the event is one of a steered run. The recording may begin with it.
static bool is_steered(uint64_t head, const void *address)
{
    if (mode_now() == MODE_UNKNOWN)
        recorder_on();
    if (steering && recorder_on())
        steer_event(head, address);
    if (steering)
        heddle_recording_cursor = (struct recorder_cursor){0};
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
        uint64_t number = __atomic_fetch_add(&recorder.header->sequence, 1, __ATOMIC_SEQ_CST);
        event = fill(slot, recording_head(kind, flags, size, heddle_recording_place), address, number);
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
