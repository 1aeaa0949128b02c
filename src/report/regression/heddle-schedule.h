// heddle-schedule.h: follows one schedule of a program's threads. Written by `heddle export` beside the test
// that includes it; the same for all tests. It needs glibc, gcc or clang, and nothing of heddle.
//
// The program is compiled with -fsanitize=thread, which makes it call a function before each access to
// memory, and linked with the test, which has these functions, and those of pthreads, in place of the
// sanitizer's and the C library's. While the schedule is followed one thread runs at a time: the one whose
// turn it is, up to the point where its turn ends, or until it waits or is over. When all turns are over, or
// can no longer be taken since the program is another one by now, all threads run freely to the program's
// end. Nothing is forced but the order of threads: what a test shows can happen.
//
// The test fails as the program does (a failed assertion aborts it, an invalid access is a signal). What the
// program itself would not notice ends it with a message that begins with `heddle-schedule:` and SIGABRT:
// threads that all wait for ever; with HEDDLE_HEAP accesses to blocks that were released, or beyond their
// ends (of the first 65,536 blocks); with HEDDLE_RACE two accesses that race; with HEDDLE_LOCKS mutexes that
// are unlocked or destroyed by mistake. `heddle-schedule: cannot follow` is no failure of the program: the
// test cannot be executed here.
//
// HEDDLE_SCHEDULE_VERBOSE=1 in the environment tells on standard error which turns were taken.
#ifndef HEDDLE_SCHEDULE_H
#define HEDDLE_SCHEDULE_H

#ifndef _GNU_SOURCE
#error "define _GNU_SOURCE before the first header"
#endif

#include <dlfcn.h>
#include <elf.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <linux/futex.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <threads.h>
#include <time.h>
#include <unistd.h>

// ---- what the test says

enum heddle_operation {
    HEDDLE_NONE, // no point: the turn ends where the thread waits, or is over
    HEDDLE_READ,
    HEDDLE_WRITE,
    HEDDLE_UPDATE,
    HEDDLE_FREE,
    HEDDLE_ATOMIC_SECTION,
    HEDDLE_LOCK,
    HEDDLE_TRYLOCK,
    HEDDLE_UNLOCK,
    HEDDLE_WAIT,
    HEDDLE_SIGNAL,
    HEDDLE_BROADCAST,
    HEDDLE_READ_LOCK,
    HEDDLE_WRITE_LOCK,
    HEDDLE_TRY_RWLOCK,
    HEDDLE_UNLOCK_RWLOCK,
    HEDDLE_SEM_WAIT,
    HEDDLE_SEM_TRYWAIT,
    HEDDLE_SEM_POST,
    HEDDLE_SEM_GET,
    HEDDLE_BARRIER,
    HEDDLE_AFTER = 64 // added to one of them: the turn ends behind it, at the next thing the thread does
};

// A thread is about to do this to the byte at `offset` in the variable, for the time number `times` in its
// turn. Without a variable: to memory that is no variable with a name (heap, stack), in that function.
struct heddle_point {
    int operation;
    const char *variable;
    size_t offset;
    const char *function;
    unsigned times;
};

// Threads are named by who created them: "main.2" is the second thread that main created.
struct heddle_turn {
    const char *thread;
    struct heddle_point until;
};

// What heddle_symbolic, __VERIFIER_nondet_int and their like give, by thread and number of the call; 0 where
// there is none.
struct heddle_input {
    const char *thread;
    unsigned number;
    uint64_t value;
};

// What a debugger stops at, with HEDDLE_STEPS: a point in a turn.
struct heddle_step {
    unsigned turn;
    struct heddle_point at;
    const char *text;
};

// Defined by the including file.
extern const struct heddle_turn heddle_turns[];
extern const unsigned heddle_turn_count;
extern const struct heddle_input heddle_inputs[];
extern const unsigned heddle_input_count;
#ifdef HEDDLE_STEPS
extern const struct heddle_step heddle_steps[];
extern const unsigned heddle_step_count;
#endif

// ---- state, all of it under one lock that is held for moments only

enum { HEDDLE_TURNS = 4096, HEDDLE_PLACES = 8, HEDDLE_STEPS_MOST = 65536 };
#ifndef HEDDLE_PATIENCE
#define HEDDLE_PATIENCE 5 // seconds: after so long without a step of the thread whose turn it is, all run
#endif

struct heddle_thread {
    struct heddle_thread *older;
    char name[80];
    unsigned children, inputs;
    pthread_t handle;
    bool ended;
    bool timed;          // its wait has a limit
    bool condition;      // it waits for a condition
    const void *blocked; // what it waits for; NULL: it runs, or may
    uint64_t since; // when its wait began, in the order of waits; 0: its turn came without what it waited for
    int inside;     // in this file: what it accesses is not the program's
    void *(*start)(void *);
    void *argument;
};

// Where a point is in this program: the addresses of its byte (static variables of several files may have
// one name), or the function's code.
struct heddle_place {
    unsigned count;
    uintptr_t from[HEDDLE_PLACES], to[HEDDLE_PLACES];
};

static struct {
    int lock;
    unsigned changes; // a futex: threads may go on
    unsigned turn, count;
    bool follows, behind; // behind: the turn's point was met, and the turn ends with the next thing
    uint64_t progress, waits;
    struct heddle_thread *token;  // whose turn it is
    struct heddle_thread *newest; // of all threads that ever were
    unsigned unjoined;
    struct heddle_place places[HEDDLE_TURNS];
    bool verbose;
} heddle;
static struct heddle_thread heddle_main = {.name = "main"}; // the first thread

static __thread struct heddle_thread *heddle_self;
extern char _end, __executable_start;

void *__libc_calloc(size_t count, size_t size);
void *__libc_realloc(void *block, size_t size);
void __libc_free(void *block);

#define HEDDLE_NO_INLINE __attribute__((noinline, unused))
#define HEDDLE_FUNCTION __attribute__((visibility("default"), used))
#define HEDDLE_WEAK __attribute__((weak, visibility("default"), used))
#define HEDDLE_CALLER ((uintptr_t)__builtin_return_address(0))

static void heddle_lock(void)
{
    while (__atomic_exchange_n(&heddle.lock, 1, __ATOMIC_ACQUIRE))
        syscall(SYS_sched_yield);
}

static void heddle_unlock(void)
{
    __atomic_store_n(&heddle.lock, 0, __ATOMIC_RELEASE);
}

static void heddle_say(const char *what, const char *more)
{
    char text[400];
    int length = snprintf(text, sizeof text, "heddle-schedule: %s%s\n", what, more);
    if (length > 0)
        (void)!write(2, text, (size_t)length < sizeof text ? (size_t)length : sizeof text - 1);
}

static void heddle_fail(const char *what, const char *more)
{
    heddle_say(what, more);
    abort();
}

static void heddle_wake_all(void)
{
    __atomic_fetch_add(&heddle.changes, 1, __ATOMIC_SEQ_CST);
    syscall(SYS_futex, &heddle.changes, FUTEX_WAKE_PRIVATE, INT_MAX, NULL, NULL, 0);
}

// The test cannot do what it is for.
static void heddle_give_up(const char *what, const char *more)
{
    char text[200];
    snprintf(text, sizeof text, "cannot follow: %s", what);
    heddle_fail(text, more);
}

// ---- turns

static void heddle_run_freely(const char *why)
{
    heddle.follows = false;
    heddle.token = NULL;
    if (heddle.verbose)
        heddle_say("all threads run freely: ", why);
    heddle_wake_all();
}

static struct heddle_thread *heddle_find(const char *name)
{
    struct heddle_thread *thread = heddle.newest;
    while (thread && strcmp(thread->name, name) != 0)
        thread = thread->older;
    return thread;
}

// Whether what a thread waits for need not come: there is a limit of time, or it may wake up without a
// signal.
static bool heddle_wakes_alone(const struct heddle_thread *thread)
{
#ifdef HEDDLE_SPURIOUS
    return thread->timed || thread->condition;
#else
    return thread->timed;
#endif
}

// The present turn begins, or the first one behind it that can.
static void heddle_begin_turn(void)
{
    for (; heddle.turn < heddle_turn_count; heddle.turn++) {
        struct heddle_thread *thread = heddle_find(heddle_turns[heddle.turn].thread);
        if (!thread) {
            heddle_run_freely("a thread of the schedule does not exist");
            return;
        }
        if (thread->ended || (thread->blocked && !heddle_wakes_alone(thread)))
            continue;
        if (thread->blocked) {
            thread->blocked = NULL;
            thread->since = 0;
        }
        heddle.token = thread;
        heddle.count = 0;
        heddle.behind = false;
        if (heddle.verbose)
            heddle_say("the turn of ", thread->name);
        heddle_wake_all();
        return;
    }
    heddle_run_freely("the schedule is over");
}

static void heddle_end_turn(void)
{
    heddle.turn++;
    heddle_begin_turn();
}

// With the lock, which is given up meanwhile. False: nothing has changed for that long.
static bool heddle_sleep(long milliseconds)
{
    struct timespec limit = {milliseconds / 1000, milliseconds % 1000 * 1000000};
    unsigned seen = heddle.changes;
    heddle_unlock();
    long result = syscall(SYS_futex, &heddle.changes, FUTEX_WAIT_PRIVATE, seen, &limit, NULL, 0);
    bool over = result != 0 && errno == ETIMEDOUT;
    heddle_lock();
    return !over || seen != heddle.changes;
}

#ifdef HEDDLE_STEPS
// In a debugger turns take as long as people do.
static void heddle_look_at_time(void) {}
#else
// Milliseconds since the last call, half a second at most: the program may have been stopped meanwhile.
static long heddle_time_passed(void)
{
    static struct timespec last;
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    long passed = now.tv_sec - last.tv_sec > 1
                      ? 500
                      : (now.tv_sec - last.tv_sec) * 1000 + (now.tv_nsec - last.tv_nsec) / 1000000;
    last = now;
    return passed < 500 ? passed : 500;
}

// The thread whose turn it is may be in a call that waits for others without that it is known here, or in a
// loop.
static void heddle_look_at_time(void)
{
    static uint64_t progress;
    static unsigned turn;
    static long idle, taken; // milliseconds without a step, and of the turn
    long passed = heddle_time_passed();
    idle = progress == heddle.progress ? idle + passed : 0;
    taken = turn == heddle.turn ? taken + passed : 0;
    progress = heddle.progress;
    turn = heddle.turn;
    if (heddle.follows && (idle >= HEDDLE_PATIENCE * 1000L || taken >= 2 * HEDDLE_PATIENCE * 1000L))
        heddle_run_freely("the turn does not end");
}
#endif

// Until it is the calling thread's turn, or all run.
static void heddle_wait_for_turn(void)
{
    while (heddle.follows && heddle.token != heddle_self)
        if (!heddle_sleep(500))
            heddle_look_at_time();
}

static bool heddle_in(const struct heddle_place *place, uintptr_t from, uintptr_t to)
{
    for (unsigned i = 0; i < place->count; i++)
        if (from < place->to[i] && place->from[i] < to)
            return true;
    return false;
}

static bool heddle_is_at(const struct heddle_point *point, const struct heddle_place *place, int operation,
                         uintptr_t address, size_t size, uintptr_t caller)
{
    if ((point->operation & (HEDDLE_AFTER - 1)) != operation)
        return false;
    if (point->variable)
        return heddle_in(place, address, address + (size ? size : 1));
    bool named = address >= (uintptr_t)&__executable_start && address < (uintptr_t)&_end;
    return !named && heddle_in(place, caller - 1, caller);
}

#ifdef HEDDLE_STEPS
static struct heddle_place heddle_step_places[HEDDLE_STEPS_MOST];
static unsigned heddle_step_counts[HEDDLE_STEPS_MOST];

// Debuggers stop here. The program's function is four calls further out.
HEDDLE_NO_INLINE void heddle_step(unsigned number, const char *thread, const char *text)
{
    __asm__ volatile("" : : "r"(number), "r"(thread), "r"(text) : "memory");
}

static void heddle_look_at_steps(int operation, uintptr_t address, size_t size, uintptr_t caller)
{
    for (unsigned i = 0; i < heddle_step_count && i < HEDDLE_STEPS_MOST; i++) {
        const struct heddle_step *step = &heddle_steps[i];
        if (step->turn == heddle.turn &&
            heddle_is_at(&step->at, &heddle_step_places[i], operation, address, size, caller) &&
            ++heddle_step_counts[i] == step->at.times) {
            heddle_unlock();
            heddle_step(i + 1, heddle_self->name, step->text);
            heddle_lock();
        }
    }
}
#else
static void heddle_look_at_steps(int operation, uintptr_t address, size_t size, uintptr_t caller)
{
    (void)operation, (void)address, (void)size, (void)caller;
}
#endif

#ifdef HEDDLE_RACE
// The accesses before which the turns HEDDLE_RACE, two numbers, have ended.
static struct heddle_stand {
    bool known, write, atomic;
    uintptr_t from, to;
} heddle_stands[2];

static void heddle_look_at_race(int operation, uintptr_t address, size_t size, bool atomic)
{
    static const unsigned turns[] = {HEDDLE_RACE};
    const struct heddle_stand *a = &heddle_stands[0], *b = &heddle_stands[1];
    for (unsigned i = 0; i < 2; i++)
        if (turns[i] == heddle.turn)
            heddle_stands[i] =
                (struct heddle_stand){true, operation != HEDDLE_READ, atomic, address, address + size};
    if (a->known && b->known && a->from < b->to && b->from < a->to && (a->write || b->write) &&
        !(a->atomic && b->atomic))
        heddle_fail("data race: two threads are about to access the same memory, ",
                    a->write && b->write ? "and both write it" : "and one of them writes it");
}
#else
static void heddle_look_at_race(int operation, uintptr_t address, size_t size, bool atomic)
{
    (void)operation, (void)address, (void)size, (void)atomic;
}
#endif

// Whether the calling thread's turn ends before this.
static bool heddle_turn_ends(int operation, uintptr_t address, size_t size, uintptr_t caller, bool atomic)
{
    const struct heddle_turn *turn = &heddle_turns[heddle.turn];
    if (!heddle.unjoined) // nobody else is there, and nothing is counted
        return false;
    if (heddle.behind)
        return true;
    if (!heddle_is_at(&turn->until, &heddle.places[heddle.turn], operation, address, size, caller) ||
        ++heddle.count != turn->until.times)
        return false;
    heddle.behind = turn->until.operation & HEDDLE_AFTER;
    if (!heddle.behind)
        heddle_look_at_race(operation, address, size, atomic);
    return !heddle.behind;
}

// The calling thread is about to do this.
static void heddle_point(int operation, const void *memory, size_t size, uintptr_t caller, bool atomic)
{
    struct heddle_thread *self = heddle_self;
    if (!heddle.follows || !self || self->inside || self->ended)
        return;
    int error = errno;
    self->inside++;
    heddle_lock();
    heddle.progress++;
    heddle_wait_for_turn();
    while (heddle.follows && heddle_turn_ends(operation, (uintptr_t)memory, size, caller, atomic)) {
        heddle_end_turn();
        heddle_wait_for_turn();
    }
    if (heddle.follows && heddle.unjoined)
        heddle_look_at_steps(operation, (uintptr_t)memory, size, caller);
    heddle_unlock();
    self->inside--;
    errno = error;
}

// ---- waiting

// With the lock. Whoever waits for this may look again.
static void heddle_wake(const void *what)
{
    for (struct heddle_thread *thread = heddle.newest; thread; thread = thread->older)
        if (thread->blocked == what)
            thread->blocked = NULL;
    heddle_wake_all();
}

static bool heddle_all_wait(void)
{
    bool any = false;
    for (const struct heddle_thread *thread = heddle.newest; thread; thread = thread->older) {
        if (!thread->ended && (!thread->blocked || thread->timed))
            return false;
        any |= !thread->ended;
    }
    return any;
}

// With the lock: the calling thread waits until `what` changes, or until that time by the realtime clock
// (NULL: no limit). False: that is over.
static bool heddle_block(const void *what, const struct timespec *until, clockid_t clock)
{
    struct heddle_thread *self = heddle_self;
    bool in_time = true;
    if (until && heddle.follows && !self->condition) // a lock that is not free: the time passes at once
        return false;
    self->blocked = what;
    self->timed = until != NULL;
    self->since = heddle.waits++;
    if (heddle.follows && heddle.token == self)
        heddle_end_turn();
    while ((self->blocked && in_time) || (heddle.follows && heddle.token != self)) {
        if (heddle_all_wait() && !heddle_sleep(50) && heddle_all_wait())
            heddle_fail("deadlock: all threads wait for ever", "");
        if (!self->blocked && !(heddle.follows && heddle.token != self))
            break;
        if (!heddle_sleep(until ? 10 : 500))
            heddle_look_at_time();
        struct timespec now;
        if (until && !heddle.follows && clock_gettime(clock, &now) == 0)
            in_time =
                now.tv_sec < until->tv_sec || (now.tv_sec == until->tv_sec && now.tv_nsec < until->tv_nsec);
    }
    in_time &= self->since != 0 || !until;
    self->blocked = NULL;
    self->timed = false;
    return in_time;
}

// ---- functions of the C library

static void *heddle_real(const char *name)
{
    void *function = dlsym(RTLD_NEXT, name);
    if (!function)
        heddle_give_up("the C library does not have ", name);
    return function;
}
#define HEDDLE_REAL(name) ((__typeof__(&(name)))heddle_real(#name))

// A thread that calls a function of this file for the first time, and was not created by pthread_create: a
// timer's, say. It is in no schedule.
static void heddle_meet(void)
{
    if (!heddle.newest) { // a constructor's call, before heddle_begin
        heddle_self = heddle.newest = &heddle_main;
        return;
    }
    struct heddle_thread *self = __libc_calloc(1, sizeof *self);
    if (!self)
        heddle_give_up("no memory for a thread", "");
    self->handle = pthread_self();
    heddle_lock();
    self->older = heddle.newest;
    heddle.newest = heddle_self = self;
    heddle.unjoined++;
    heddle_run_freely("a thread was not created by pthread_create");
    heddle_unlock();
}

// Around what is done for the program's call of a function.
#define HEDDLE_BEGIN()                                                                                       \
    do {                                                                                                     \
        if (!heddle_self)                                                                                    \
            heddle_meet();                                                                                   \
        heddle_self->inside++;                                                                               \
        heddle_lock();                                                                                       \
        heddle.progress++;                                                                                   \
    } while (0)
#define HEDDLE_END()                                                                                         \
    do {                                                                                                     \
        heddle_unlock();                                                                                     \
        heddle_self->inside--;                                                                               \
    } while (0)

static int heddle_acquire(pthread_mutex_t *mutex, const struct timespec *until, clockid_t clock)
{
    int result;
    while ((result = HEDDLE_REAL(pthread_mutex_trylock)(mutex)) == EBUSY) {
        bool own = mutex->__data.__owner == (int)syscall(SYS_gettid);
        if (own && (mutex->__data.__kind & 3) == PTHREAD_MUTEX_ERRORCHECK)
            return EDEADLK;
        if (!heddle_block(mutex, until, clock))
            return ETIMEDOUT;
    }
    return result;
}

static int heddle_release(pthread_mutex_t *mutex)
{
    int result = HEDDLE_REAL(pthread_mutex_unlock)(mutex);
    heddle_wake(mutex);
    return result;
}

HEDDLE_FUNCTION int pthread_mutex_lock(pthread_mutex_t *mutex)
{
    if (!heddle.newest)
        return HEDDLE_REAL(pthread_mutex_lock)(mutex);
    heddle_point(HEDDLE_LOCK, mutex, sizeof *mutex, HEDDLE_CALLER, true);
    HEDDLE_BEGIN();
    int result = heddle_acquire(mutex, NULL, CLOCK_REALTIME);
    HEDDLE_END();
    return result;
}

static int heddle_timed_lock(pthread_mutex_t *mutex, const struct timespec *until, clockid_t clock)
{
    HEDDLE_BEGIN();
    int result = heddle_acquire(mutex, until, clock);
    HEDDLE_END();
    return result;
}

HEDDLE_FUNCTION int pthread_mutex_timedlock(pthread_mutex_t *mutex, const struct timespec *until)
{
    heddle_point(HEDDLE_TRYLOCK, mutex, sizeof *mutex, HEDDLE_CALLER, true);
    return heddle_timed_lock(mutex, until, CLOCK_REALTIME);
}

HEDDLE_FUNCTION int pthread_mutex_clocklock(pthread_mutex_t *mutex, clockid_t clock,
                                            const struct timespec *until)
{
    heddle_point(HEDDLE_TRYLOCK, mutex, sizeof *mutex, HEDDLE_CALLER, true);
    return heddle_timed_lock(mutex, until, clock);
}

HEDDLE_FUNCTION int pthread_mutex_trylock(pthread_mutex_t *mutex)
{
    if (heddle_self)
        heddle_point(HEDDLE_TRYLOCK, mutex, sizeof *mutex, HEDDLE_CALLER, true);
    return HEDDLE_REAL(pthread_mutex_trylock)(mutex);
}

HEDDLE_FUNCTION int pthread_mutex_unlock(pthread_mutex_t *mutex)
{
    if (!heddle.newest)
        return HEDDLE_REAL(pthread_mutex_unlock)(mutex);
    heddle_point(HEDDLE_UNLOCK, mutex, sizeof *mutex, HEDDLE_CALLER, true);
    HEDDLE_BEGIN();
#ifdef HEDDLE_LOCKS
    if ((mutex->__data.__kind & 3) != PTHREAD_MUTEX_ERRORCHECK &&
        mutex->__data.__owner != (int)syscall(SYS_gettid))
        heddle_fail("a mutex is unlocked by a thread that does not hold it", "");
#endif
    int result = heddle_release(mutex);
    HEDDLE_END();
    return result;
}

#ifdef HEDDLE_LOCKS
HEDDLE_FUNCTION int pthread_mutex_destroy(pthread_mutex_t *mutex)
{
    if (mutex->__data.__owner)
        heddle_fail("a mutex is destroyed while a thread holds it", "");
    return HEDDLE_REAL(pthread_mutex_destroy)(mutex);
}
#endif

static int heddle_wait(pthread_cond_t *condition, pthread_mutex_t *mutex, const struct timespec *until,
                       clockid_t clock)
{
    HEDDLE_BEGIN();
    int result = heddle_release(mutex);
    if (result == 0) {
        heddle_self->condition = true;
        bool in_time = heddle_block(condition, until, clock);
        heddle_self->condition = false;
        result = heddle_acquire(mutex, NULL, CLOCK_REALTIME);
        result = result ? result : in_time ? 0 : ETIMEDOUT;
    }
    HEDDLE_END();
    return result;
}

HEDDLE_FUNCTION int pthread_cond_wait(pthread_cond_t *condition, pthread_mutex_t *mutex)
{
    heddle_point(HEDDLE_WAIT, condition, sizeof *condition, HEDDLE_CALLER, true);
    return heddle_wait(condition, mutex, NULL, CLOCK_REALTIME);
}

HEDDLE_FUNCTION int pthread_cond_timedwait(pthread_cond_t *condition, pthread_mutex_t *mutex,
                                           const struct timespec *until)
{
    bool monotonic = condition->__data.__wrefs & 2; // as pthread_condattr_setclock says
    heddle_point(HEDDLE_WAIT, condition, sizeof *condition, HEDDLE_CALLER, true);
    return heddle_wait(condition, mutex, until, monotonic ? CLOCK_MONOTONIC : CLOCK_REALTIME);
}

HEDDLE_FUNCTION int pthread_cond_clockwait(pthread_cond_t *condition, pthread_mutex_t *mutex, clockid_t clock,
                                           const struct timespec *until)
{
    heddle_point(HEDDLE_WAIT, condition, sizeof *condition, HEDDLE_CALLER, true);
    return heddle_wait(condition, mutex, until, clock);
}

// How far away the next turn of a thread is.
static unsigned heddle_distance(const struct heddle_thread *thread)
{
    for (unsigned i = heddle.turn; heddle.follows && i < heddle_turn_count; i++)
        if (strcmp(heddle_turns[i].thread, thread->name) == 0)
            return i;
    return UINT_MAX;
}

// Any of those that wait may be woken: the one that the schedule needs first, else the one that came first.
static void heddle_wake_one(const void *what)
{
    struct heddle_thread *first = NULL;
    for (struct heddle_thread *thread = heddle.newest; thread; thread = thread->older) {
        if (thread->blocked != what)
            continue;
        unsigned here = heddle_distance(thread), there = first ? heddle_distance(first) : 0;
        if (!first || here < there || (here == there && thread->since < first->since))
            first = thread;
    }
    if (first)
        first->blocked = NULL;
    heddle_wake_all();
}

HEDDLE_FUNCTION int pthread_cond_signal(pthread_cond_t *condition)
{
    heddle_point(HEDDLE_SIGNAL, condition, sizeof *condition, HEDDLE_CALLER, true);
    HEDDLE_BEGIN();
    heddle_wake_one(condition);
    HEDDLE_END();
    return 0;
}

HEDDLE_FUNCTION int pthread_cond_broadcast(pthread_cond_t *condition)
{
    heddle_point(HEDDLE_BROADCAST, condition, sizeof *condition, HEDDLE_CALLER, true);
    HEDDLE_BEGIN();
    heddle_wake(condition);
    HEDDLE_END();
    return 0;
}

// ---- read-write locks, semaphores, barriers, spinlocks

static int heddle_repeat(int (*attempt)(void *), void *object, int busy, const struct timespec *until)
{
    int result;
    HEDDLE_BEGIN();
    while ((result = attempt(object)) == busy)
        if (!heddle_block(object, until, CLOCK_REALTIME)) {
            result = ETIMEDOUT;
            break;
        }
    HEDDLE_END();
    return result;
}

static int heddle_try_read(void *lock)
{
    return HEDDLE_REAL(pthread_rwlock_tryrdlock)(lock);
}

static int heddle_try_write(void *lock)
{
    return HEDDLE_REAL(pthread_rwlock_trywrlock)(lock);
}

static int heddle_try_spin(void *lock)
{
    return HEDDLE_REAL(pthread_spin_trylock)(lock);
}

static int heddle_try_semaphore(void *semaphore)
{
    return HEDDLE_REAL(sem_trywait)(semaphore) == 0 ? 0 : errno;
}

HEDDLE_FUNCTION int pthread_rwlock_rdlock(pthread_rwlock_t *lock)
{
    heddle_point(HEDDLE_READ_LOCK, lock, sizeof *lock, HEDDLE_CALLER, true);
    return heddle_repeat(heddle_try_read, lock, EBUSY, NULL);
}

HEDDLE_FUNCTION int pthread_rwlock_wrlock(pthread_rwlock_t *lock)
{
    heddle_point(HEDDLE_WRITE_LOCK, lock, sizeof *lock, HEDDLE_CALLER, true);
    return heddle_repeat(heddle_try_write, lock, EBUSY, NULL);
}

HEDDLE_FUNCTION int pthread_rwlock_timedrdlock(pthread_rwlock_t *lock, const struct timespec *until)
{
    heddle_point(HEDDLE_TRY_RWLOCK, lock, sizeof *lock, HEDDLE_CALLER, true);
    return heddle_repeat(heddle_try_read, lock, EBUSY, until);
}

HEDDLE_FUNCTION int pthread_rwlock_timedwrlock(pthread_rwlock_t *lock, const struct timespec *until)
{
    heddle_point(HEDDLE_TRY_RWLOCK, lock, sizeof *lock, HEDDLE_CALLER, true);
    return heddle_repeat(heddle_try_write, lock, EBUSY, until);
}

HEDDLE_FUNCTION int pthread_rwlock_tryrdlock(pthread_rwlock_t *lock)
{
    heddle_point(HEDDLE_TRY_RWLOCK, lock, sizeof *lock, HEDDLE_CALLER, true);
    return heddle_try_read(lock);
}

HEDDLE_FUNCTION int pthread_rwlock_trywrlock(pthread_rwlock_t *lock)
{
    heddle_point(HEDDLE_TRY_RWLOCK, lock, sizeof *lock, HEDDLE_CALLER, true);
    return heddle_try_write(lock);
}

#define HEDDLE_GIVES(function, type, operation)                                                              \
    HEDDLE_FUNCTION int function(type *object)                                                               \
    {                                                                                                        \
        heddle_point(operation, (const void *)object, sizeof *object, HEDDLE_CALLER, true);                  \
        HEDDLE_BEGIN();                                                                                      \
        int result = HEDDLE_REAL(function)(object);                                                          \
        heddle_wake((const void *)object);                                                                   \
        HEDDLE_END();                                                                                        \
        return result;                                                                                       \
    }
HEDDLE_GIVES(pthread_rwlock_unlock, pthread_rwlock_t, HEDDLE_UNLOCK_RWLOCK)
HEDDLE_GIVES(sem_post, sem_t, HEDDLE_SEM_POST)
HEDDLE_GIVES(pthread_spin_unlock, pthread_spinlock_t, HEDDLE_UNLOCK)

HEDDLE_FUNCTION int pthread_spin_lock(pthread_spinlock_t *lock)
{
    heddle_point(HEDDLE_LOCK, (const void *)lock, sizeof *lock, HEDDLE_CALLER, true);
    return heddle_repeat(heddle_try_spin, (void *)(uintptr_t)lock, EBUSY, NULL);
}

HEDDLE_FUNCTION int pthread_spin_trylock(pthread_spinlock_t *lock)
{
    heddle_point(HEDDLE_TRYLOCK, (const void *)lock, sizeof *lock, HEDDLE_CALLER, true);
    return heddle_try_spin((void *)(uintptr_t)lock);
}

static int heddle_errno(int error)
{
    if (error)
        errno = error;
    return error ? -1 : 0;
}

HEDDLE_FUNCTION int sem_wait(sem_t *semaphore)
{
    heddle_point(HEDDLE_SEM_WAIT, semaphore, sizeof *semaphore, HEDDLE_CALLER, true);
    return heddle_errno(heddle_repeat(heddle_try_semaphore, semaphore, EAGAIN, NULL));
}

HEDDLE_FUNCTION int sem_timedwait(sem_t *semaphore, const struct timespec *until)
{
    heddle_point(HEDDLE_SEM_TRYWAIT, semaphore, sizeof *semaphore, HEDDLE_CALLER, true);
    return heddle_errno(heddle_repeat(heddle_try_semaphore, semaphore, EAGAIN, until));
}

HEDDLE_FUNCTION int sem_trywait(sem_t *semaphore)
{
    heddle_point(HEDDLE_SEM_TRYWAIT, semaphore, sizeof *semaphore, HEDDLE_CALLER, true);
    return heddle_errno(heddle_try_semaphore(semaphore));
}

HEDDLE_FUNCTION int sem_getvalue(sem_t *restrict semaphore, int *restrict value)
{
    heddle_point(HEDDLE_SEM_GET, semaphore, sizeof *semaphore, HEDDLE_CALLER, true);
    return HEDDLE_REAL(sem_getvalue)(semaphore, value);
}

// Stands in the program's own barrier.
struct heddle_barrier {
    unsigned needed, arrived;
};
_Static_assert(sizeof(struct heddle_barrier) <= sizeof(pthread_barrier_t), "no room in barriers");

HEDDLE_FUNCTION int pthread_barrier_init(pthread_barrier_t *restrict barrier,
                                         const pthread_barrierattr_t *restrict attributes, unsigned count)
{
    struct heddle_barrier state = {count, 0};
    int result = HEDDLE_REAL(pthread_barrier_init)(barrier, attributes, count);
    if (result == 0)
        memcpy(barrier, &state, sizeof state);
    return result;
}

HEDDLE_FUNCTION int pthread_barrier_destroy(pthread_barrier_t *barrier)
{
    (void)barrier;
    return 0;
}

HEDDLE_FUNCTION int pthread_barrier_wait(pthread_barrier_t *barrier)
{
    struct heddle_barrier state;
    heddle_point(HEDDLE_BARRIER, barrier, sizeof *barrier, HEDDLE_CALLER, true);
    HEDDLE_BEGIN();
    memcpy(&state, barrier, sizeof state);
    bool last = ++state.arrived == state.needed;
    if (last)
        state.arrived = 0;
    memcpy(barrier, &state, sizeof state);
    if (last)
        heddle_wake(barrier);
    else
        heddle_block(barrier, NULL, CLOCK_REALTIME);
    HEDDLE_END();
    return last ? PTHREAD_BARRIER_SERIAL_THREAD : 0;
}

// ---- threads

// Its end is seen by the threads that join it, before it really ends.
static void heddle_thread_ends(void *argument)
{
    struct heddle_thread *self = argument;
    HEDDLE_BEGIN();
    self->ended = true;
    heddle_wake(self);
    if (heddle.follows && heddle.token == self)
        heddle_end_turn();
    HEDDLE_END();
}

static void *heddle_thread_begins(void *argument)
{
    struct heddle_thread *self = argument;
    void *result;
    heddle_self = self;
    HEDDLE_BEGIN();
    heddle_wait_for_turn();
    HEDDLE_END();
    pthread_cleanup_push(heddle_thread_ends, self);
    result = self->start(self->argument);
    pthread_cleanup_pop(1);
    return result;
}

HEDDLE_FUNCTION int pthread_create(pthread_t *restrict handle, const pthread_attr_t *restrict attributes,
                                   void *(*start)(void *), void *restrict argument)
{
    struct heddle_thread *child = __libc_calloc(1, sizeof *child);
    if (!child)
        return EAGAIN;
    HEDDLE_BEGIN();
    heddle.unjoined++;
    snprintf(child->name, sizeof child->name, "%.60s.%u", heddle_self->name, ++heddle_self->children);
    child->start = start;
    child->argument = argument;
    int result = HEDDLE_REAL(pthread_create)(handle, attributes, heddle_thread_begins, child);
    if (result == 0) {
        child->handle = *handle;
        child->older = heddle.newest;
        heddle.newest = child;
    } else
        __libc_free(child);
    HEDDLE_END();
    return result;
}

// The newest thread of that handle.
static struct heddle_thread *heddle_thread_of(pthread_t handle)
{
    struct heddle_thread *thread = heddle.newest;
    while (thread && !pthread_equal(thread->handle, handle))
        thread = thread->older;
    return thread;
}

HEDDLE_FUNCTION int pthread_join(pthread_t handle, void **result)
{
    HEDDLE_BEGIN();
    struct heddle_thread *thread = heddle_thread_of(handle);
    while (thread && thread != heddle_self && !thread->ended)
        heddle_block(thread, NULL, CLOCK_REALTIME);
    heddle.unjoined -= heddle.unjoined > 0;
    HEDDLE_END();
    return HEDDLE_REAL(pthread_join)(handle, result);
}

HEDDLE_FUNCTION __attribute__((noreturn)) void pthread_exit(void *result)
{
    if (heddle_self == &heddle_main)
        heddle_thread_ends(heddle_self);
    HEDDLE_REAL(pthread_exit)(result);
    abort();
}

// ---- C11

static int heddle_c11(int error)
{
    return error == 0           ? thrd_success
           : error == EBUSY     ? thrd_busy
           : error == ETIMEDOUT ? thrd_timedout
           : error == ENOMEM    ? thrd_nomem
                                : thrd_error;
}

HEDDLE_FUNCTION int mtx_lock(mtx_t *mutex)
{
    heddle_point(HEDDLE_LOCK, mutex, sizeof *mutex, HEDDLE_CALLER, true);
    HEDDLE_BEGIN();
    int result = heddle_acquire((pthread_mutex_t *)(void *)mutex, NULL, CLOCK_REALTIME);
    HEDDLE_END();
    return heddle_c11(result);
}

HEDDLE_FUNCTION int mtx_timedlock(mtx_t *restrict mutex, const struct timespec *restrict until)
{
    heddle_point(HEDDLE_TRYLOCK, mutex, sizeof *mutex, HEDDLE_CALLER, true);
    return heddle_c11(heddle_timed_lock((pthread_mutex_t *)(void *)mutex, until, CLOCK_REALTIME));
}

HEDDLE_FUNCTION int mtx_trylock(mtx_t *mutex)
{
    heddle_point(HEDDLE_TRYLOCK, mutex, sizeof *mutex, HEDDLE_CALLER, true);
    return heddle_c11(HEDDLE_REAL(pthread_mutex_trylock)((pthread_mutex_t *)(void *)mutex));
}

HEDDLE_FUNCTION int mtx_unlock(mtx_t *mutex)
{
    heddle_point(HEDDLE_UNLOCK, mutex, sizeof *mutex, HEDDLE_CALLER, true);
    HEDDLE_BEGIN();
    int result = heddle_release((pthread_mutex_t *)(void *)mutex);
    HEDDLE_END();
    return heddle_c11(result);
}

HEDDLE_FUNCTION int cnd_wait(cnd_t *condition, mtx_t *mutex)
{
    heddle_point(HEDDLE_WAIT, condition, sizeof *condition, HEDDLE_CALLER, true);
    return heddle_c11(heddle_wait((pthread_cond_t *)(void *)condition, (pthread_mutex_t *)(void *)mutex, NULL,
                                  CLOCK_REALTIME));
}

HEDDLE_FUNCTION int cnd_timedwait(cnd_t *restrict condition, mtx_t *restrict mutex,
                                  const struct timespec *restrict until)
{
    heddle_point(HEDDLE_WAIT, condition, sizeof *condition, HEDDLE_CALLER, true);
    return heddle_c11(heddle_wait((pthread_cond_t *)(void *)condition, (pthread_mutex_t *)(void *)mutex,
                                  until, CLOCK_REALTIME));
}

HEDDLE_FUNCTION int cnd_signal(cnd_t *condition)
{
    heddle_point(HEDDLE_SIGNAL, condition, sizeof *condition, HEDDLE_CALLER, true);
    HEDDLE_BEGIN();
    heddle_wake_one(condition);
    HEDDLE_END();
    return thrd_success;
}

HEDDLE_FUNCTION int cnd_broadcast(cnd_t *condition)
{
    heddle_point(HEDDLE_BROADCAST, condition, sizeof *condition, HEDDLE_CALLER, true);
    HEDDLE_BEGIN();
    heddle_wake(condition);
    HEDDLE_END();
    return thrd_success;
}

struct heddle_c11_start {
    thrd_start_t start;
    void *argument;
};

static void *heddle_c11_begins(void *argument)
{
    struct heddle_c11_start start = *(struct heddle_c11_start *)argument;
    free(argument);
    return (void *)(intptr_t)start.start(start.argument);
}

HEDDLE_FUNCTION int thrd_create(thrd_t *handle, thrd_start_t start, void *argument)
{
    struct heddle_c11_start *both = malloc(sizeof *both);
    if (!both)
        return thrd_nomem;
    *both = (struct heddle_c11_start){start, argument};
    return heddle_c11(pthread_create(handle, NULL, heddle_c11_begins, both));
}

HEDDLE_FUNCTION int thrd_join(thrd_t handle, int *result)
{
    void *value;
    int error = pthread_join(handle, &value);
    if (error == 0 && result)
        *result = (int)(intptr_t)value;
    return heddle_c11(error);
}

HEDDLE_FUNCTION __attribute__((noreturn)) void thrd_exit(int result)
{
    pthread_exit((void *)(intptr_t)result);
}

// ---- the heap

#ifdef HEDDLE_HEAP
// Blocks are never given back, and have room around them that must not be accessed.
enum { HEDDLE_BLOCKS = 1 << 16, HEDDLE_ROOM = 64 };
static struct heddle_heap_block {
    uintptr_t from, to;
    bool released;
} heddle_blocks[HEDDLE_BLOCKS];
static unsigned heddle_block_count;
static int heddle_heap_lock;

static void heddle_heap_begin(void)
{
    while (__atomic_exchange_n(&heddle_heap_lock, 1, __ATOMIC_ACQUIRE))
        syscall(SYS_sched_yield);
}

static void heddle_heap_end(void)
{
    __atomic_store_n(&heddle_heap_lock, 0, __ATOMIC_RELEASE);
}

// The first block, in the order of addresses, that ends with its room behind the address.
static unsigned heddle_block_from(uintptr_t address)
{
    unsigned low = 0, high = heddle_block_count;
    while (low < high) {
        unsigned middle = low + (high - low) / 2;
        if (heddle_blocks[middle].to + HEDDLE_ROOM <= address)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

// With the lock. False: there is no place left.
static bool heddle_record_block(uintptr_t from, size_t size)
{
    if (heddle_block_count == HEDDLE_BLOCKS)
        return false;
    unsigned at = heddle_block_from(from);
    memmove(&heddle_blocks[at + 1], &heddle_blocks[at], (heddle_block_count++ - at) * sizeof *heddle_blocks);
    heddle_blocks[at] = (struct heddle_heap_block){from, from + size, false};
    return true;
}

// Blocks behind the last one that is recorded are the C library's, which nobody looks after.
static void *heddle_allocate(size_t size)
{
    heddle_heap_begin();
    bool full = heddle_block_count == HEDDLE_BLOCKS;
    heddle_heap_end();
    if (full)
        return __libc_calloc(1, size ? size : 1);
    char *memory = size < PTRDIFF_MAX / 2 ? __libc_calloc(1, size + 2 * HEDDLE_ROOM) : NULL;
    if (!memory)
        return NULL;
    heddle_heap_begin();
    bool recorded = heddle_record_block((uintptr_t)memory + HEDDLE_ROOM, size);
    heddle_heap_end();
    if (recorded)
        return memory + HEDDLE_ROOM;
    __libc_free(memory);
    return __libc_calloc(1, size ? size : 1);
}

static struct heddle_heap_block *heddle_block_at(uintptr_t address)
{
    unsigned at = heddle_block_from(address);
    return at < heddle_block_count && address + HEDDLE_ROOM >= heddle_blocks[at].from ? &heddle_blocks[at]
                                                                                      : NULL;
}

static void heddle_check_access(const void *memory, size_t size)
{
    heddle_heap_begin();
    const struct heddle_heap_block *block = heddle_block_at((uintptr_t)memory);
    const char *wrong = !block            ? NULL
                        : block->released ? "memory that was released is accessed"
                        : (uintptr_t)memory < block->from || (uintptr_t)memory + size > block->to
                            ? "memory beyond the end of a heap block is accessed"
                            : NULL;
    heddle_heap_end();
    if (wrong && heddle_self && !heddle_self->inside)
        heddle_fail(wrong, "");
}

HEDDLE_FUNCTION void *malloc(size_t size)
{
    return heddle_allocate(size);
}

HEDDLE_FUNCTION void *calloc(size_t count, size_t size)
{
    size_t all;
    return __builtin_mul_overflow(count, size, &all) ? NULL : heddle_allocate(all);
}

static void heddle_free(void *memory)
{
    heddle_heap_begin();
    struct heddle_heap_block *block = heddle_block_at((uintptr_t)memory);
    bool twice = block && block->released, inside = block && (uintptr_t)memory != block->from;
    if (block)
        block->released = true;
    heddle_heap_end();
    if (twice || inside)
        heddle_fail(twice ? "a block is released twice" : "what is released is no block", "");
    if (!block)
        __libc_free(memory);
}

HEDDLE_FUNCTION void *realloc(void *memory, size_t size)
{
    if (!memory)
        return heddle_allocate(size);
    heddle_heap_begin();
    const struct heddle_heap_block *block = heddle_block_at((uintptr_t)memory);
    size_t old = block ? block->to - block->from : 0;
    bool released = block && block->released;
    heddle_heap_end();
    if (released)
        heddle_fail("a block that was released is resized", "");
    if (!block)
        return __libc_realloc(memory, size);
    void *new = heddle_allocate(size);
    if (new) {
        memcpy(new, memory, old < size ? old : size);
        heddle_free(memory);
    }
    return new;
}
#else
static void heddle_check_access(const void *memory, size_t size)
{
    (void)memory, (void)size;
}

static void heddle_free(void *memory)
{
    __libc_free(memory);
}
#endif

HEDDLE_FUNCTION void free(void *memory)
{
    if (!memory)
        return;
    heddle_point(HEDDLE_FREE, memory, 1, HEDDLE_CALLER, false);
    heddle_free(memory);
}

// ---- what the compiler calls before accesses

#define HEDDLE_ACCESS(name, operation, bytes)                                                                \
    HEDDLE_FUNCTION void __tsan_##name(void *memory)                                                         \
    {                                                                                                        \
        heddle_point(operation, memory, bytes, HEDDLE_CALLER, false);                                        \
        heddle_check_access(memory, bytes);                                                                  \
    }
#define HEDDLE_ACCESSES(bytes)                                                                               \
    HEDDLE_ACCESS(read##bytes, HEDDLE_READ, bytes)                                                           \
    HEDDLE_ACCESS(write##bytes, HEDDLE_WRITE, bytes)                                                         \
    HEDDLE_ACCESS(unaligned_read##bytes, HEDDLE_READ, bytes)                                                 \
    HEDDLE_ACCESS(unaligned_write##bytes, HEDDLE_WRITE, bytes)                                               \
    HEDDLE_ACCESS(volatile_read##bytes, HEDDLE_READ, bytes)                                                  \
    HEDDLE_ACCESS(volatile_write##bytes, HEDDLE_WRITE, bytes)                                                \
    HEDDLE_ACCESS(unaligned_volatile_read##bytes, HEDDLE_READ, bytes)                                        \
    HEDDLE_ACCESS(unaligned_volatile_write##bytes, HEDDLE_WRITE, bytes)                                      \
    HEDDLE_ACCESS(read_write##bytes, HEDDLE_WRITE, bytes)                                                    \
    HEDDLE_ACCESS(unaligned_read_write##bytes, HEDDLE_WRITE, bytes)
HEDDLE_ACCESSES(1)
HEDDLE_ACCESSES(2)
HEDDLE_ACCESSES(4)
HEDDLE_ACCESSES(8)
HEDDLE_ACCESSES(16)

#define HEDDLE_RANGE(name, operation)                                                                        \
    HEDDLE_FUNCTION void __tsan_##name##_range(void *memory, unsigned long size)                             \
    {                                                                                                        \
        heddle_point(operation, memory, size, HEDDLE_CALLER, false);                                         \
        heddle_check_access(memory, size);                                                                   \
    }
HEDDLE_RANGE(read, HEDDLE_READ)
HEDDLE_RANGE(write, HEDDLE_WRITE)

HEDDLE_FUNCTION void *__tsan_memcpy(void *to, const void *from, uintptr_t size)
{
    heddle_point(HEDDLE_READ, from, size, HEDDLE_CALLER, false);
    heddle_check_access(from, size);
    heddle_point(HEDDLE_WRITE, to, size, HEDDLE_CALLER, false);
    heddle_check_access(to, size);
    return memcpy(to, from, size);
}

HEDDLE_FUNCTION void *__tsan_memmove(void *to, const void *from, uintptr_t size)
{
    heddle_point(HEDDLE_READ, from, size, HEDDLE_CALLER, false);
    heddle_check_access(from, size);
    heddle_point(HEDDLE_WRITE, to, size, HEDDLE_CALLER, false);
    heddle_check_access(to, size);
    return memmove(to, from, size);
}

HEDDLE_FUNCTION void *__tsan_memset(void *to, int byte, uintptr_t size)
{
    heddle_point(HEDDLE_WRITE, to, size, HEDDLE_CALLER, false);
    heddle_check_access(to, size);
    return memset(to, byte, size);
}

HEDDLE_FUNCTION void __tsan_init(void) {}

HEDDLE_FUNCTION void __tsan_func_entry(void *caller)
{
    (void)caller;
}

HEDDLE_FUNCTION void __tsan_func_exit(void) {}

// Atomic accesses are sequentially consistent here, which every memory order allows.
#define HEDDLE_ATOMIC_POINT(operation)                                                                       \
    heddle_point(operation, (const void *)memory, sizeof *memory, HEDDLE_CALLER, true);                      \
    heddle_check_access((const void *)memory, sizeof *memory)
#define HEDDLE_FETCH(bits, type, name, builtin)                                                              \
    HEDDLE_FUNCTION type __tsan_atomic##bits##_##name(volatile type *memory, type value, int order)          \
    {                                                                                                        \
        (void)order;                                                                                         \
        HEDDLE_ATOMIC_POINT(HEDDLE_UPDATE);                                                                  \
        return builtin(memory, value, __ATOMIC_SEQ_CST);                                                     \
    }
#define HEDDLE_COMPARE(bits, type, name)                                                                     \
    HEDDLE_FUNCTION int __tsan_atomic##bits##_compare_exchange_##name(volatile type *memory, type *expected, \
                                                                      type value, int order, int failing)    \
    {                                                                                                        \
        (void)order, (void)failing;                                                                          \
        HEDDLE_ATOMIC_POINT(HEDDLE_UPDATE);                                                                  \
        return __atomic_compare_exchange_n(memory, expected, value, 0, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);  \
    }
#define HEDDLE_ATOMIC(bits, type)                                                                            \
    HEDDLE_FUNCTION type __tsan_atomic##bits##_load(const volatile type *memory, int order)                  \
    {                                                                                                        \
        (void)order;                                                                                         \
        HEDDLE_ATOMIC_POINT(HEDDLE_READ);                                                                    \
        return __atomic_load_n(memory, __ATOMIC_SEQ_CST);                                                    \
    }                                                                                                        \
    HEDDLE_FUNCTION void __tsan_atomic##bits##_store(volatile type *memory, type value, int order)           \
    {                                                                                                        \
        (void)order;                                                                                         \
        HEDDLE_ATOMIC_POINT(HEDDLE_WRITE);                                                                   \
        __atomic_store_n(memory, value, __ATOMIC_SEQ_CST);                                                   \
    }                                                                                                        \
    HEDDLE_FETCH(bits, type, exchange, __atomic_exchange_n)                                                  \
    HEDDLE_FETCH(bits, type, fetch_add, __atomic_fetch_add)                                                  \
    HEDDLE_FETCH(bits, type, fetch_sub, __atomic_fetch_sub)                                                  \
    HEDDLE_FETCH(bits, type, fetch_and, __atomic_fetch_and)                                                  \
    HEDDLE_FETCH(bits, type, fetch_or, __atomic_fetch_or)                                                    \
    HEDDLE_FETCH(bits, type, fetch_xor, __atomic_fetch_xor)                                                  \
    HEDDLE_FETCH(bits, type, fetch_nand, __atomic_fetch_nand)                                                \
    HEDDLE_COMPARE(bits, type, strong)                                                                       \
    HEDDLE_COMPARE(bits, type, weak)                                                                         \
    HEDDLE_FUNCTION type __tsan_atomic##bits##_compare_exchange_val(volatile type *memory, type expected,    \
                                                                    type value, int order, int failing)      \
    {                                                                                                        \
        (void)order, (void)failing;                                                                          \
        HEDDLE_ATOMIC_POINT(HEDDLE_UPDATE);                                                                  \
        __atomic_compare_exchange_n(memory, &expected, value, 0, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);        \
        return expected;                                                                                     \
    }
HEDDLE_ATOMIC(8, uint8_t)
HEDDLE_ATOMIC(16, uint16_t)
HEDDLE_ATOMIC(32, uint32_t)
HEDDLE_ATOMIC(64, uint64_t)

HEDDLE_FUNCTION void __tsan_atomic_thread_fence(int order)
{
    (void)order;
    __atomic_thread_fence(__ATOMIC_SEQ_CST);
}

HEDDLE_FUNCTION void __tsan_atomic_signal_fence(int order)
{
    (void)order;
    __atomic_signal_fence(__ATOMIC_SEQ_CST);
}

// ---- inputs and properties (heddle.h, and other tools' functions); the program's own definitions win

static uint64_t heddle_next_input(void)
{
    struct heddle_thread *self = heddle_self;
    unsigned number = self ? self->inputs++ : 0;
    for (unsigned i = 0; self && i < heddle_input_count; i++)
        if (heddle_inputs[i].number == number && strcmp(heddle_inputs[i].thread, self->name) == 0)
            return heddle_inputs[i].value;
    return 0;
}

static void heddle_give(char *memory, size_t size)
{
    size_t unit = size == 1 || size == 2 || size == 4 || size == 8 ? size : size % 4 == 0 ? 4 : 1;
    for (size_t at = 0; at < size; at += unit) {
        uint64_t value = heddle_next_input();
        memcpy(memory + at, &value, unit); // of a processor that stores the lowest byte first
    }
}

HEDDLE_WEAK void heddle_symbolic(void *memory, size_t size, const char *name)
{
    (void)name;
    heddle_point(HEDDLE_WRITE, memory, size, HEDDLE_CALLER, false);
    heddle_give(memory, size);
}

HEDDLE_WEAK void klee_make_symbolic(void *memory, size_t size, const char *name)
{
    (void)name;
    heddle_point(HEDDLE_WRITE, memory, size, HEDDLE_CALLER, false);
    heddle_give(memory, size);
}

#define HEDDLE_NONDET(name, type)                                                                            \
    HEDDLE_WEAK type __VERIFIER_nondet_##name(void)                                                          \
    {                                                                                                        \
        type value;                                                                                          \
        uint64_t bits = heddle_next_input();                                                                 \
        memcpy(&value, &bits, sizeof value);                                                                 \
        return value;                                                                                        \
    }
HEDDLE_NONDET(bool, unsigned char)
HEDDLE_NONDET(char, char)
HEDDLE_NONDET(uchar, unsigned char)
HEDDLE_NONDET(short, short)
HEDDLE_NONDET(ushort, unsigned short)
HEDDLE_NONDET(int, int)
HEDDLE_NONDET(uint, unsigned)
HEDDLE_NONDET(unsigned, unsigned)
HEDDLE_NONDET(long, long)
HEDDLE_NONDET(ulong, unsigned long)
HEDDLE_NONDET(longlong, long long)
HEDDLE_NONDET(ulonglong, unsigned long long)
HEDDLE_NONDET(size_t, size_t)
HEDDLE_NONDET(u8, uint8_t)
HEDDLE_NONDET(u16, uint16_t)
HEDDLE_NONDET(u32, uint32_t)
HEDDLE_NONDET(u64, uint64_t)
HEDDLE_NONDET(float, float)
HEDDLE_NONDET(double, double)
HEDDLE_NONDET(pointer, void *)

// An execution in which an assumption does not hold is none to look at.
#define HEDDLE_ASSUME(name, type)                                                                            \
    HEDDLE_WEAK void name(type condition)                                                                    \
    {                                                                                                        \
        if (!condition)                                                                                      \
            _exit(0);                                                                                        \
    }
HEDDLE_ASSUME(heddle_assume, int)
HEDDLE_ASSUME(__VERIFIER_assume, int)
HEDDLE_ASSUME(__CPROVER_assume, int)
HEDDLE_ASSUME(__ESBMC_assume, int)
HEDDLE_ASSUME(klee_assume, uintptr_t)

#define HEDDLE_ASSERT(name)                                                                                  \
    HEDDLE_WEAK void name(int condition)                                                                     \
    {                                                                                                        \
        if (!condition)                                                                                      \
            heddle_fail("the condition does not hold: ", #name);                                             \
    }
HEDDLE_ASSERT(heddle_assert)
HEDDLE_ASSERT(__VERIFIER_assert)
HEDDLE_ASSERT(klee_assert)
HEDDLE_ASSERT(__CPROVER_assert)
HEDDLE_ASSERT(__ESBMC_assert)

#define HEDDLE_ERROR(name)                                                                                   \
    HEDDLE_WEAK void name(void)                                                                              \
    {                                                                                                        \
        heddle_fail("reached: ", #name);                                                                     \
    }
HEDDLE_ERROR(reach_error)
HEDDLE_ERROR(__VERIFIER_error)

// While the schedule is followed nobody else runs; afterwards sections exclude one another.
static pthread_mutex_t heddle_sections = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP;
#define HEDDLE_SECTIONS(tool)                                                                                \
    HEDDLE_WEAK void tool##_atomic_begin(void)                                                               \
    {                                                                                                        \
        heddle_point(HEDDLE_ATOMIC_SECTION, NULL, 0, HEDDLE_CALLER, true);                                   \
        if (!heddle.follows && heddle_self)                                                                  \
            HEDDLE_REAL(pthread_mutex_lock)(&heddle_sections);                                               \
    }                                                                                                        \
    HEDDLE_WEAK void tool##_atomic_end(void)                                                                 \
    {                                                                                                        \
        HEDDLE_REAL(pthread_mutex_unlock)(&heddle_sections); /* does nothing where it is not held */         \
    }
HEDDLE_SECTIONS(heddle)
HEDDLE_SECTIONS(__VERIFIER)
HEDDLE_SECTIONS(__CPROVER)
HEDDLE_SECTIONS(__ESBMC)

// ---- the program's symbols

struct heddle_symbols {
    const Elf64_Sym *symbols;
    size_t count;
    const char *names;
    uintptr_t bias; // what is added to their values
};

// "f.x", a static variable in a function: gcc calls it "x.NUMBER".
static bool heddle_is_called(const char *symbol, const char *name, bool function)
{
    size_t length = strlen(name);
    const char *dot = function ? NULL : strchr(name, '.');
    if (strncmp(symbol, name, length) == 0 && (!symbol[length] || (function && symbol[length] == '.')))
        return true;
    if (!dot)
        return false;
    length = strcspn(dot + 1, ".");
    return strncmp(symbol, dot + 1, length) == 0 && symbol[length] == '.' &&
           symbol[length + 1 + strspn(symbol + length + 1, "0123456789")] == 0;
}

static void heddle_find_place(const struct heddle_symbols *symbols, const struct heddle_point *point,
                              struct heddle_place *place)
{
    const char *name = point->variable ? point->variable : point->function;
    int type = point->variable ? STT_OBJECT : STT_FUNC;
    for (size_t i = 0; name && i < symbols->count && place->count < HEDDLE_PLACES; i++) {
        const Elf64_Sym *symbol = &symbols->symbols[i];
        if (ELF64_ST_TYPE(symbol->st_info) != type || !symbol->st_value ||
            !heddle_is_called(symbols->names + symbol->st_name, name, type == STT_FUNC))
            continue;
        uintptr_t start = symbols->bias + symbol->st_value;
        place->from[place->count] = point->variable ? start + point->offset : start;
        place->to[place->count++] = point->variable ? start + point->offset + 1 : start + symbol->st_size;
    }
    if (name && !place->count && heddle.verbose)
        heddle_say("the program has no ", name);
}

static void heddle_anchor(void) {}

static bool heddle_read_symbols(struct heddle_symbols *symbols)
{
    int file = open("/proc/self/exe", O_RDONLY | O_CLOEXEC);
    struct stat status;
    if (file < 0 || fstat(file, &status) != 0)
        return false;
    const char *start = mmap(NULL, (size_t)status.st_size, PROT_READ, MAP_PRIVATE, file, 0);
    close(file);
    if (start == MAP_FAILED)
        return false;
    const Elf64_Ehdr *header = (const void *)start;
    const Elf64_Shdr *sections = (const void *)(start + header->e_shoff);
    for (unsigned i = 0; i < header->e_shnum; i++)
        if (sections[i].sh_type == SHT_SYMTAB) {
            symbols->symbols = (const void *)(start + sections[i].sh_offset);
            symbols->count = sections[i].sh_size / sizeof *symbols->symbols;
            symbols->names = start + sections[sections[i].sh_link].sh_offset;
        }
    for (size_t i = 0; i < symbols->count; i++)
        if (strcmp(symbols->names + symbols->symbols[i].st_name, "heddle_anchor") == 0)
            symbols->bias = (uintptr_t)heddle_anchor - symbols->symbols[i].st_value;
    return symbols->count > 0;
}

__attribute__((constructor)) static void heddle_begin(void)
{
    struct heddle_symbols symbols = {0};
    heddle.verbose = getenv("HEDDLE_SCHEDULE_VERBOSE") != NULL;
    if (!heddle_read_symbols(&symbols))
        heddle_give_up("the program has no symbols", "");
    for (unsigned i = 0; i < heddle_turn_count && i < HEDDLE_TURNS; i++)
        heddle_find_place(&symbols, &heddle_turns[i].until, &heddle.places[i]);
#ifdef HEDDLE_STEPS
    for (unsigned i = 0; i < heddle_step_count && i < HEDDLE_STEPS_MOST; i++)
        heddle_find_place(&symbols, &heddle_steps[i].at, &heddle_step_places[i]);
#endif
    heddle_main.handle = pthread_self();
    heddle.waits = 1; // 0 stands for none
    heddle_self = &heddle_main;
    if (!heddle.newest)
        heddle.newest = &heddle_main;
    heddle.follows = heddle_turn_count <= HEDDLE_TURNS;
    if (heddle.follows)
        heddle_begin_turn();
}

#endif
