#include "record/steer.h"

#include "record/recorder.h"
#include "record/schedule.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <linux/futex.h>
#include <signal.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

enum { HOLDS = 64 }; // most locks that are known of a thread

struct steered_hold {
    const void *lock;
    bool shared;
};

// What a thread has done. It has made `done` events, and `next` of them have come here: what a plain write or
// a release stands for is done when the thread comes again.
struct state {
    uint64_t next, done;
    uint64_t target;      // event that it is to stand before; UINT64_MAX: none
    uint64_t address;     // stands: of that event
    bool stands, goes_on; // goes_on: past the target, to see what it does
    bool releases;        // its last event was expected to be a release that succeeds
    bool lost;            // it has held more locks than are known
    unsigned hold_count;
    struct steered_hold holds[HOLDS];
};

bool steering;

static struct {
    struct schedule_header *header;
    const struct schedule_thread *threads;
    const struct schedule_turn *turns;
    const struct schedule_target *targets;
    const struct schedule_event *events;
    struct state *states;
    uint32_t turn;    // the present one
    uint32_t signals; // of conditions
    uint32_t changes; // a futex: of what threads wait for
    uint8_t lock;     // of all that
} run;

// ---- the file

static void *map_shared_or_new(size_t size, int file)
{
    long at = syscall(SYS_mmap, NULL, size, PROT_READ | PROT_WRITE,
                      file < 0 ? MAP_PRIVATE | MAP_ANONYMOUS : MAP_SHARED, file, 0L);
    return at == -1 ? NULL : (void *)at; // NOLINT(performance-no-int-to-ptr)
}

static void say(const char *text)
{
    (void)!syscall(SYS_write, 2, text, strlen(text));
}

static _Noreturn void refuse_schedule(const char *path, const char *what)
{
    say("heddle: ");
    say(path);
    say(": ");
    say(what);
    say("\n");
    for (;;)
        syscall(SYS_exit_group, SCHEDULE_REFUSED);
}

static const char *check_schedule_header(const struct schedule_header *header, uint64_t size)
{
    if (size < sizeof *header || memcmp(header->magic, SCHEDULE_MAGIC, sizeof header->magic) != 0)
        return "is no schedule";
    if (header->version != SCHEDULE_VERSION)
        return "is a schedule of another version";
    if (header->kind >= SCHEDULE_KINDS || header->threads == 0 || header->threads > RECORDING_THREADS ||
        header->targets < (header->kind == SCHEDULE_FAILURE ? 1 : 2) || header->targets > header->threads ||
        header->events > SCHEDULE_EVENTS || schedule_bytes(header) != size ||
        header->checksum != recording_hash((const unsigned char *)(header + 1), size - sizeof *header))
        return "is a damaged schedule";
    return NULL;
}

static bool threads_fit(void)
{
    uint64_t next = 0;
    for (uint32_t t = 0; t < run.header->threads; t++) {
        if (run.threads[t].first != next || run.threads[t].count > run.header->events - next)
            return false;
        next += run.threads[t].count;
        run.states[t].target = UINT64_MAX;
    }
    return next == run.header->events;
}

// `done` is used for the last turn of each thread so far.
static bool turns_fit(void)
{
    for (uint32_t i = 0; i < run.header->turns; i++) {
        const struct schedule_turn *turn = &run.turns[i];
        if (turn->thread >= run.header->threads || turn->upto <= run.states[turn->thread].done ||
            turn->upto > run.threads[turn->thread].count)
            return false;
        run.states[turn->thread].done = turn->upto;
    }
    return true;
}

static bool targets_fit(void)
{
    for (uint32_t i = 0; i < run.header->targets; i++) {
        uint32_t thread = run.targets[i].thread;
        if (thread >= run.header->threads || run.states[thread].target != UINT64_MAX ||
            run.targets[i].event != run.states[thread].done ||
            run.targets[i].event >= run.threads[thread].count)
            return false;
        run.states[thread].target = run.targets[i].event;
    }
    return run.header->kind == SCHEDULE_DEADLOCK ||
           run.header->targets == (run.header->kind == SCHEDULE_RACE ? 2 : 1);
}

static const char *lay_out_schedule(uint64_t size)
{
    const char *wrong = check_schedule_header(run.header, size);
    if (wrong)
        return wrong;
    run.threads = (const void *)(run.header + 1);
    run.turns = (const void *)(run.threads + run.header->threads);
    run.targets = (const void *)(run.turns + run.header->turns);
    run.events = (const void *)(run.targets + run.header->targets);
    run.states = map_shared_or_new(run.header->threads * sizeof *run.states, -1);
    if (!run.states)
        return "there is no memory to follow the schedule";
    bool fits = threads_fit() && turns_fit() && targets_fit();
    for (uint32_t t = 0; t < run.header->threads; t++)
        run.states[t].done = 0;
    return fits ? NULL : "is a damaged schedule";
}

void steer_begin(const char *path)
{
    struct stat status;
    int file = (int)syscall(SYS_openat, AT_FDCWD, path, O_RDWR | O_CLOEXEC | O_NOFOLLOW);
    if (file < 0)
        refuse_schedule(path, "the schedule cannot be opened");
    if (fstat(file, &status) != 0 || !S_ISREG(status.st_mode) || (size_t)status.st_size < sizeof *run.header)
        refuse_schedule(path, "is no schedule");
    run.header = map_shared_or_new((size_t)status.st_size, file);
    syscall(SYS_close, file);
    const char *wrong =
        run.header ? lay_out_schedule((uint64_t)status.st_size) : "the schedule cannot be mapped";
    if (wrong)
        refuse_schedule(path, wrong);
    steering = true;
}

// ---- the end of the run

// The outcome is known: the program ends at once.
static _Noreturn void decide_outcome(enum schedule_result result, uint32_t thread, uint64_t event)
{
    struct schedule_outcome *outcome = &run.header->outcome;
    outcome->thread = thread;
    outcome->event = event;
    __atomic_store_n(&outcome->result, (uint32_t)result, __ATOMIC_SEQ_CST);
    for (;;)
        syscall(SYS_exit_group, 0);
}

static _Noreturn void leave_schedule(uint32_t thread, uint64_t head, const void *address)
{
    run.header->outcome.found =
        (struct schedule_event){(uint8_t)head, (uint8_t)(head >> 8), (uint16_t)(head >> 16),
                                (uint32_t)(head >> 32), (uint64_t)address};
    decide_outcome(SCHEDULE_LEFT, thread, run.states[thread].next);
}

static bool is_atomic_kind(unsigned kind)
{
    return kind == RECORDED_ATOMIC_READ || kind == RECORDED_ATOMIC_WRITE || kind == RECORDED_ATOMIC_UPDATE;
}

static const struct schedule_event *scheduled_event(uint32_t thread, uint64_t number)
{
    return &run.events[run.threads[thread].first + number];
}

static const struct schedule_event *target_event(uint32_t i)
{
    return scheduled_event(run.targets[i].thread, run.targets[i].event);
}

static const struct steered_hold *find_steered_hold(const struct state *state, uint64_t lock)
{
    for (unsigned i = state->hold_count; i-- > 0;)
        if ((uint64_t)state->holds[i].lock == lock)
            return &state->holds[i];
    return NULL;
}

// Each thread stands before the acquire of a lock that the thread of the next target holds.
static _Noreturn void judge_deadlock(void)
{
    for (uint32_t i = 0; i < run.header->targets; i++) {
        uint32_t thread = run.targets[i].thread, next = run.targets[(i + 1) % run.header->targets].thread;
        const struct schedule_event *request = target_event(i);
        uint64_t lock = run.states[thread].address;
        const struct steered_hold *held = find_steered_hold(&run.states[next], lock);
        bool waits = request->kind == RECORDED_ACQUIRE && !(request->flags & RECORDED_TRIES) &&
                     !find_steered_hold(&run.states[thread], lock) && held &&
                     !(held->shared && request->size) && !run.states[thread].lost && !run.states[next].lost;
        if (!waits)
            decide_outcome(SCHEDULE_NO_WAIT, thread, run.targets[i].event);
    }
    decide_outcome(SCHEDULE_CONFIRMED, 0, 0);
}

// The two threads stand before accesses. Whether an update writes is seen when it has been made.
static void judge_race(void)
{
    const struct state *a = &run.states[run.targets[0].thread], *b = &run.states[run.targets[1].thread];
    const struct schedule_event *first = target_event(0), *second = target_event(1);
    bool reads = first->kind == RECORDED_READ || second->kind == RECORDED_READ,
         both = is_atomic_kind(first->kind) && is_atomic_kind(second->kind),
         writes = first->kind == RECORDED_WRITE || second->kind == RECORDED_WRITE ||
                  first->kind == RECORDED_ATOMIC_WRITE || second->kind == RECORDED_ATOMIC_WRITE;
    uint32_t update = first->kind == RECORDED_ATOMIC_UPDATE    ? 0
                      : second->kind == RECORDED_ATOMIC_UPDATE ? 1
                                                               : 2;
    if (both || a->address >= b->address + second->size || b->address >= a->address + first->size)
        decide_outcome(SCHEDULE_APART, 0, 0);
    if (writes)
        decide_outcome(SCHEDULE_CONFIRMED, 0, 0);
    if (!reads || update == 2)
        decide_outcome(SCHEDULE_APART, 0, 0);
    run.states[run.targets[update].thread].goes_on = true;
}

static void judge_targets(void)
{
    if (run.turn < run.header->turns || run.header->kind == SCHEDULE_FAILURE)
        return;
    for (uint32_t i = 0; i < run.header->targets; i++)
        if (!run.states[run.targets[i].thread].stands)
            return;
    if (run.header->kind == SCHEDULE_DEADLOCK)
        judge_deadlock();
    judge_race();
}

// ---- turns

static void wake_steered(void)
{
    __atomic_fetch_add(&run.changes, 1, __ATOMIC_SEQ_CST);
    syscall(SYS_futex, &run.changes, FUTEX_WAKE_PRIVATE, INT_MAX, NULL, NULL, 0);
}

// The events of a thread up to its next one are done.
static void finish_events(struct state *state)
{
    uint32_t turn = run.turn;
    state->done = state->next;
    while (run.turn < run.header->turns &&
           run.states[run.turns[run.turn].thread].done >= run.turns[run.turn].upto)
        run.turn++;
    run.header->outcome.turn = run.turn;
    if (run.turn < run.header->turns)
        run.header->outcome.done = run.states[run.turns[run.turn].thread].done;
    if (turn != run.turn) {
        judge_targets();
        wake_steered();
    }
}

// Whether the thread is to fail next, once all turns are over.
static bool is_to_fail(const struct state *state)
{
    return run.header->kind == SCHEDULE_FAILURE && state->target != UINT64_MAX &&
           state->next >= state->target;
}

static bool may_make_next(uint32_t thread, const struct state *state)
{
    if (is_to_fail(state))
        return run.turn == run.header->turns;
    if (state->next == state->target)
        return state->goes_on;
    return run.turn < run.header->turns && run.turns[run.turn].thread == thread &&
           state->next < run.turns[run.turn].upto;
}

// With the lock, which is given back meanwhile.
static void wait_for_change(void)
{
    uint32_t seen = __atomic_load_n(&run.changes, __ATOMIC_SEQ_CST);
    recorder_unlock(&run.lock);
    syscall(SYS_futex, &run.changes, FUTEX_WAIT_PRIVATE, seen, NULL, NULL, 0);
    recorder_lock(&run.lock);
}

// What a thread has begun; signals wait meanwhile, since their handlers may come here, too.
struct entry {
    uint64_t mask;
    int error;
    uint32_t thread;
    struct state *state; // NULL: the schedule has no such thread
};

static struct entry enter_steering(void)
{
    struct entry entry = {.error = errno, .thread = recorder_self.number};
    uint64_t all = UINT64_MAX;
    syscall(SYS_rt_sigprocmask, SIG_BLOCK, &all, &entry.mask, sizeof all);
    recorder_lock(&run.lock);
    entry.state = entry.thread < run.header->threads ? &run.states[entry.thread] : NULL;
    while (!entry.state)
        wait_for_change();
    finish_events(entry.state);
    return entry;
}

static void exit_steering(const struct entry *entry)
{
    recorder_unlock(&run.lock);
    syscall(SYS_rt_sigprocmask, SIG_SETMASK, &entry->mask, NULL, sizeof entry->mask);
    errno = entry->error;
}

// The thread's next event; NULL: it is not to make any more.
static const struct schedule_event *next_scheduled_event(const struct entry *entry)
{
    return entry->state->next < run.threads[entry->thread].count
               ? scheduled_event(entry->thread, entry->state->next)
               : NULL;
}

// A comparison and swap that fails is recorded as a read. On the way to a failure that depends on what is
// read it may do otherwise than it did.
static bool is_other_update(unsigned kind, unsigned expected)
{
    return run.header->kind == SCHEDULE_FAILURE &&
           ((kind == RECORDED_ATOMIC_READ && expected == RECORDED_ATOMIC_UPDATE) ||
            (kind == RECORDED_ATOMIC_UPDATE && expected == RECORDED_ATOMIC_READ));
}

// A release that fails is recorded as a look at the lock, and so is an acquire that is refused.
static bool is_expected(const struct schedule_event *expected, uint64_t head, bool gate)
{
    unsigned kind = head & 255, size = head >> 16 & 65535;
    bool kinds = kind == expected->kind || (gate && is_atomic_kind(kind) && is_atomic_kind(expected->kind)) ||
                 is_other_update(kind, expected->kind) ||
                 (kind == RECORDED_RELEASE && expected->kind == RECORDED_SYNCHRONISE) ||
                 (gate && kind == RECORDED_ACQUIRE && expected->kind == RECORDED_SYNCHRONISE);
    bool sizes = gate || kind == RECORDED_RELEASE || size == expected->size;
    return kinds && sizes && head >> 32 == expected->place &&
           !((head >> 8 ^ expected->flags) & RECORDED_TRIES);
}

// Whether the thread that is to fail has left the recorded path, as it is meant to: with what leads to its
// failure.
static bool is_failing(const struct entry *entry, uint64_t head, bool gate)
{
    const struct schedule_event *expected = next_scheduled_event(entry);
    return is_to_fail(entry->state) && !(expected && is_expected(expected, head, gate));
}

static void check_next(const struct entry *entry, uint64_t head, const void *address, bool gate)
{
    const struct schedule_event *expected = next_scheduled_event(entry);
    if (is_failing(entry, head, gate))
        return;
    if (expected && !is_expected(expected, head, gate))
        leave_schedule(entry->thread, head, address);
}

// Waits for the thread's turn, at the target for what is decided.
static void wait_for_turn(const struct entry *entry, const void *address)
{
    struct state *state = entry->state;
    if (state->next == state->target && !state->stands && !is_to_fail(state)) {
        state->stands = true;
        state->address = (uint64_t)address;
        judge_targets();
    }
    while (!may_make_next(entry->thread, state))
        wait_for_change();
}

// ---- for the library

void steer_gate_to(uint64_t head, const void *address)
{
    if (recorder_self.state != RECORDER_RECORDING)
        return;
    struct entry entry = enter_steering();
    check_next(&entry, head, address, true);
    wait_for_turn(&entry, address);
    exit_steering(&entry);
}

// At the target it is not known yet what the thread will access: it may go where all turns are over.
void steer_gate(void)
{
    if (recorder_self.state != RECORDER_RECORDING)
        return;
    struct entry entry = enter_steering();
    const struct state *state = entry.state;
    while (!may_make_next(entry.thread, state) &&
           !(state->next == state->target && run.turn == run.header->turns))
        wait_for_change();
    exit_steering(&entry);
}

static void note_locks(struct state *state, const struct schedule_event *event, const void *lock)
{
    state->releases = event->kind == RECORDED_RELEASE;
    if (event->kind == RECORDED_ACQUIRE) {
        state->lost |= state->hold_count == HOLDS;
        if (!state->lost)
            state->holds[state->hold_count++] = (struct steered_hold){lock, event->size != 0};
        return;
    }
    const struct steered_hold *held = state->releases ? find_steered_hold(state, (uint64_t)lock) : NULL;
    if (!held)
        return;
    unsigned at = (unsigned)(held - state->holds);
    state->hold_count--;
    memmove(&state->holds[at], &state->holds[at + 1], (state->hold_count - at) * sizeof *held);
}

// Whether what an event of that kind stands for is done when it comes here, or may wait for others'.
static bool is_done_at_once(unsigned kind)
{
    return kind != RECORDED_WRITE && kind != RECORDED_GONE && kind != RECORDED_RELEASE;
}

void steer_event(uint64_t head, const void *address)
{
    struct entry entry = enter_steering();
    struct state *state = entry.state;
    check_next(&entry, head, address, false);
    wait_for_turn(&entry, address);
    if (is_failing(&entry, head, false)) {
        exit_steering(&entry);
        return;
    }
    const struct schedule_event *event = next_scheduled_event(&entry);
    if (state->goes_on) // an update that has been made, as expected
        decide_outcome(SCHEDULE_CONFIRMED, 0, 0);
    note_locks(state, event, address);
    state->next++;
    if (is_done_at_once(event->kind))
        finish_events(state);
    exit_steering(&entry);
}

void steer_released(bool was_released)
{
    struct entry entry = enter_steering();
    if (!is_to_fail(entry.state) && entry.state->next && entry.state->releases != was_released) {
        entry.state->next--;
        leave_schedule(entry.thread,
                       recording_head(was_released ? RECORDED_RELEASE : RECORDED_SYNCHRONISE, 0, 0,
                                      heddle_recording_place),
                       NULL);
    }
    exit_steering(&entry);
}

void steer_failed(void)
{
    if (run.header->kind != SCHEDULE_FAILURE || recorder_self.state != RECORDER_RECORDING)
        return;
    struct entry entry = enter_steering();
    struct state *state = entry.state;
    uint64_t head = recording_head(RECORDED_OUTSIDE, 0, 0, heddle_recording_place);
    if (!is_to_fail(state))
        leave_schedule(entry.thread, head, NULL);
    while (run.turn < run.header->turns)
        wait_for_change();
    run.header->outcome.found = (struct schedule_event){RECORDED_OUTSIDE, 0, 0, heddle_recording_place, 0};
    decide_outcome(SCHEDULE_CONFIRMED, entry.thread, state->next);
}

bool steer_expects(enum recording_kind kind, uint32_t place)
{
    struct entry entry = enter_steering();
    const struct schedule_event *expected = next_scheduled_event(&entry);
    bool expects = !expected || (expected->kind == kind && expected->place == place);
    exit_steering(&entry);
    return expects;
}

bool steer_expects_reached(uint32_t place)
{
    struct entry entry = enter_steering();
    const struct schedule_event *expected = next_scheduled_event(&entry);
    bool expects = expected && expected->flags & RECORDED_REACHED && expected->place == place;
    exit_steering(&entry);
    return expects;
}

// The handle is written first, and then comes the fork.
uint32_t steer_new_thread(void)
{
    steer_gate();
    struct entry entry = enter_steering();
    uint64_t fork = entry.state->next + 1;
    bool known = fork < run.threads[entry.thread].count;
    const struct schedule_event *event = known ? scheduled_event(entry.thread, fork) : NULL;
    if (event && event->kind != RECORDED_FORK)
        leave_schedule(entry.thread, recording_head(RECORDED_FORK, 0, 0, heddle_recording_place), NULL);
    exit_steering(&entry);
    return event ? (uint32_t)event->address : UINT32_MAX;
}

void steer_hold(void)
{
    struct recorder_thread *self = &recorder_self;
    if (self->state == RECORDER_RECORDING) {
        struct entry entry = enter_steering();
        (void)entry;
    } else
        recorder_lock(&run.lock);
    for (;;)
        wait_for_change();
}

// ---- waits for conditions

void steer_signal(void)
{
    __atomic_fetch_add(&run.signals, 1, __ATOMIC_SEQ_CST);
}

// How far a time is away, by the clock to which it is closer. Not negative.
static struct timespec time_left(const struct timespec *until)
{
    static const clockid_t clocks[] = {CLOCK_REALTIME, CLOCK_MONOTONIC};
    struct timespec least = {0};
    for (unsigned i = 0; i < 2; i++) {
        struct timespec now;
        clock_gettime(clocks[i], &now);
        struct timespec left = {until->tv_sec - now.tv_sec, until->tv_nsec - now.tv_nsec};
        if (left.tv_nsec < 0) {
            left.tv_sec--;
            left.tv_nsec += 1000000000;
        }
        bool closer = (left.tv_sec < 0 ? -left.tv_sec : left.tv_sec) <
                      (least.tv_sec < 0 ? -least.tv_sec : least.tv_sec);
        if (!i || closer)
            least = left;
    }
    return least.tv_sec < 0 ? (struct timespec){0} : least;
}

bool steer_wait(const void *lock, const struct timespec *until)
{
    uint32_t signals = __atomic_load_n(&run.signals, __ATOMIC_SEQ_CST);
    REAL(pthread_mutex_unlock)((pthread_mutex_t *)(uintptr_t)lock); // NOLINT(performance-no-int-to-ptr)
    steer_gate();
    if (!until || signals != __atomic_load_n(&run.signals, __ATOMIC_SEQ_CST))
        return false;
    struct timespec left = time_left(until);
    while (syscall(SYS_nanosleep, &left, &left) != 0 && errno == EINTR) {
    }
    return true;
}

void steer_relock(const void *lock)
{
    steer_gate();
    REAL(pthread_mutex_lock)((pthread_mutex_t *)(uintptr_t)lock); // NOLINT(performance-no-int-to-ptr)
}
