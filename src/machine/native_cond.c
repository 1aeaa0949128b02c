// Condition variables. One holds the set of the threads that wait on it, a bit a thread, and which mutex they
// came with; what became of a waiting thread is in its shadow. A thread leaves the set when a signal picks
// it, or when its time is over; only after that it takes the mutex again. Until it has returned, its memory
// must be there, unless it was destroyed before (POSIX lets that be done as soon as all are woken, and glibc
// waits there until they have returned): it looks at the last byte, to which only init and destroy write.
//
// A time-out that came before a signal, while the thread still waits for its mutex, is not the same as one
// that comes when it takes the mutex: the signal is lost or goes to another thread. Both are explored
// (docs/threads.md).
#include "machine/cancel.h"
#include "machine/clock.h"
#include "machine/native_mutex.h"
#include "machine/step.h"

enum {
    COND_WAITERS = 0, // SET_WORDS words of 64 bits
    SET_WORDS = 4,
    SET_THREADS = 64 * SET_WORDS, // others cannot wait
    COND_MUTEX = 32,              // address of the mutex of those who wait, 0 when nobody does
    COND_MARK = 40,
    COND_CLOCK = 44, // number of the clock that shows when the time of those who wait is over; 2 bytes
    COND_LAST = 47,
};
#define COND_DESTROYED 0x64616564u
_Static_assert(SET_WORDS * 8 <= COND_MUTEX, "the set of waiters fits");

// SHADOW_WAITING: what a thread that waits is waiting for, or what has become of it.
enum {
    WAIT_NONE,
    WAIT_SIGNAL, // in the set
    WAIT_WOKEN,  // picked by a signal, or wakes up spuriously
    WAIT_LEFT,   // its time was over before the signal came
    WAIT_EITHER, // one of these two; it has consumed no signal
    WAIT_STATE = 7,
    WAIT_TIMED = 8, // flag: has a time-out
};

struct cond {
    uint64_t address, mutex;
    uint64_t waiters[SET_WORDS];
};

static uint64_t shadow_of(const struct machine *m, const struct thread *t)
{
    return m->memory.objects.data[t->shadow].base;
}

// ---- state

// What all do but init, destroy, and who wakes up.
static struct operation cond_operation(enum operation_kind kind, uint64_t address)
{
    return operation_on(kind, address, COND_LAST, true);
}

// The first waiter from thread number `from` on; SET_THREADS: none.
static uint32_t set_next(const struct cond *cond, uint32_t from)
{
    while (from < SET_THREADS) {
        uint64_t rest = cond->waiters[from / 64] >> (from % 64);
        if (rest)
            return from + (uint32_t)__builtin_ctzll(rest);
        from = (from / 64 + 1) * 64;
    }
    return SET_THREADS;
}

// Whether that thread, which a set claims to hold, has come to wait on the condition variable at this
// address.
static bool waits_on(const struct machine *m, uint32_t thread, uint64_t address)
{
    const struct thread *t = thread < m->thread_limit ? m->threads[thread] : NULL;
    return t && t->state.status != THREAD_ABSENT &&
           native_peek(m, shadow_of(m, t) + SHADOW_COND, 8) == address &&
           (sync_peek(m, shadow_of(m, t) + SHADOW_WAITING) & WAIT_STATE) == WAIT_SIGNAL;
}

static bool cond_load(struct machine *m, uint64_t address, struct cond *cond)
{
    uint32_t mark;
    cond->address = address;
    if (!sync_load(m, SYNC_COND, address, COND_WAITERS, &mark) ||
        !sync_load(m, SYNC_COND, address, COND_MARK, &mark))
        return false;
    bool fine = !mark;
    for (unsigned i = 0; i < SET_WORDS; i++)
        if (!native_load(m, address + COND_WAITERS + 8 * i, 8, &cond->waiters[i], NULL))
            return false;
    if (!native_load(m, address + COND_MUTEX, 8, &cond->mutex, NULL))
        return false;
    // Each in the set must know of it; otherwise this is a copy of a condition variable, or no such thing.
    for (uint32_t i = set_next(cond, 0); fine && i < SET_THREADS; i = set_next(cond, i + 1))
        fine = waits_on(m, i, address);
    if (!fine)
        sync_misuse(m, SYNC_COND, address,
                    mark == COND_DESTROYED ? "is used after it was destroyed"
                                           : "is not a condition variable: its memory holds something else",
                    0);
    return fine;
}

static bool cond_store(struct machine *m, struct cond *cond)
{
    bool empty = true;
    for (unsigned i = 0; i < SET_WORDS; i++) {
        empty = empty && !cond->waiters[i];
        if (!native_store(m, cond->address + COND_WAITERS + 8 * i, 8, cond->waiters[i]))
            return false;
    }
    return native_store(m, cond->address + COND_MUTEX, 8, empty ? 0 : cond->mutex);
}

static bool cond_has_waiters(const struct cond *cond)
{
    return set_next(cond, 0) < SET_THREADS;
}

static void cond_set_waiter(struct cond *cond, uint32_t thread, bool waits)
{
    uint64_t bit = (uint64_t)1 << (thread % 64);
    if (waits)
        cond->waiters[thread / 64] |= bit;
    else
        cond->waiters[thread / 64] &= ~bit;
}

// The number of threads that wait; their numbers into `thread`. *may_leave: none of them has to be there for
// the signal, since its time may be over, or it is cancelled.
static uint32_t cond_list(const struct machine *m, const struct cond *cond, uint32_t *thread, bool *may_leave)
{
    uint32_t count = 0;
    *may_leave = true;
    for (uint32_t i = set_next(cond, 0); i < SET_THREADS; i = set_next(cond, i + 1)) {
        thread[count++] = i;
        const struct thread *t = m->threads[i];
        bool timed = sync_peek(m, shadow_of(m, t) + SHADOW_WAITING) & WAIT_TIMED;
        *may_leave = *may_leave && (timed || cancel_pending(m, t));
    }
    return count;
}

// ---- init and destroy

static enum native_result cond_init(struct machine *m, struct call *c, sync_finish *finish)
{
    uint64_t address, attributes = 0, word = 0;
    if (!sync_argument(m, c, 0, SYNC_COND, &address) ||
        (clock_counts(m) && call_count(c) > 1 && !call_optional_pointer(m, c, 1, 4, false, &attributes)))
        return NATIVE_STOPPED;
    struct operation op = sync_operation(m, OPERATION_COND_INIT, SYNC_COND, address, true);
    if (attributes)
        sync_add_data(&op, attributes, 4, false);
    if (!operation_begin(m, &op) || (attributes && !native_load(m, attributes, 4, &word, NULL)))
        return NATIVE_STOPPED;
    struct cond old = {.address = address};
    for (unsigned i = 0; i < SET_WORDS; i++)
        old.waiters[i] = native_peek(m, address + COND_WAITERS + 8 * i, 8);
    uint32_t waiter = set_next(&old, 0);
    if (waiter < SET_THREADS && waits_on(m, waiter, address))
        return sync_misuse(m, SYNC_COND, address, "is initialised again while threads wait on it", 0);
    // Sharing between processes (the lowest bit) changes nothing here.
    if (!sync_clear(m, SYNC_COND, address) ||
        (word >> 1 && !native_store(m, address + COND_CLOCK, 2, (uint16_t)word >> 1)))
        return NATIVE_STOPPED;
    return finish(m, c, 0);
}
SYNC_NATIVE(pthread_cond_init, cond_init, sync_finish_posix)
SYNC_NATIVE(cnd_init, cond_init, sync_finish_c11)

// Those who are woken and have not returned no longer need it.
static bool cond_excuse(struct machine *m, uint64_t address)
{
    for (uint32_t k = 0; k < m->thread_limit; k++) {
        const struct thread *t = m->threads[k];
        if (t->state.status == THREAD_ABSENT || native_peek(m, shadow_of(m, t) + SHADOW_COND, 8) != address)
            continue;
        operation_reaches(m, shadow_of(m, t) + SHADOW_COND, 8, true);
        if (!native_store(m, shadow_of(m, t) + SHADOW_COND, 8, 0))
            return false;
    }
    return true;
}

static enum native_result cond_destroy(struct machine *m, struct call *c, sync_finish *finish)
{
    uint64_t address;
    if (!sync_argument(m, c, 0, SYNC_COND, &address))
        return NATIVE_STOPPED;
    struct operation op = sync_operation(m, OPERATION_COND_DESTROY, SYNC_COND, address, true);
    struct cond cond;
    if (!operation_begin(m, &op) || !cond_load(m, address, &cond))
        return NATIVE_STOPPED;
    if (cond_has_waiters(&cond))
        return sync_misuse(m, SYNC_COND, address, "is destroyed while threads wait on it", 0);
    if (!cond_excuse(m, address) || !sync_store(m, address + COND_MARK, COND_DESTROYED))
        return NATIVE_STOPPED;
    return finish(m, c, 0);
}
SYNC_NATIVE(pthread_cond_destroy, cond_destroy, sync_finish_posix)
SYNC_NATIVE(cnd_destroy, cond_destroy, sync_finish_void)

// ---- waking one or all

// Takes a thread out of the waiters. Which thread that is was not known when the operation began: its shadow
// joins the event here, and orders the signal before the waking up.
static bool cond_dismiss(struct machine *m, struct cond *cond, uint32_t thread, uint32_t state)
{
    const struct thread *t = m->threads[thread];
    uint64_t shadow = shadow_of(m, t);
    uint32_t timed = sync_peek(m, shadow + SHADOW_WAITING) & WAIT_TIMED;
    cond_set_waiter(cond, thread, false);
    operation_reaches(m, shadow + SHADOW_WAITING, 4, true);
    note_key(m, NOTE_RELEASE, shadow, SHADOW_WAITING);
    if (state == WAIT_EITHER && !timed && !m->cancels)
        state = WAIT_WOKEN;
    return sync_store(m, shadow + SHADOW_WAITING, state | timed);
}

// The alternatives of a signal: any waiter, and where all of them may have left before, none; 0: nobody
// waits.
static uint32_t signal_alternatives(struct machine *m, const struct cond *cond)
{
    uint32_t waiters[SET_THREADS];
    bool may_leave;
    uint32_t count = cond_list(m, cond, waiters, &may_leave);
    for (uint32_t i = 0; m->cancels && i < count; i++) {
        uint64_t shadow = shadow_of(m, m->threads[waiters[i]]);
        operation_reaches(m, shadow + SHADOW_CANCEL, 8, false);
    }
    return count ? count + may_leave : 0;
}

#define EVERYBODY UINT32_MAX

// Wakes the waiter that alternative stands for, or all.
static bool wake_cond_waiter(struct machine *m, struct cond *cond, uint32_t alternative)
{
    uint32_t waiters[SET_THREADS];
    bool may_leave;
    uint32_t count = cond_list(m, cond, waiters, &may_leave);
    bool all = alternative == EVERYBODY, late = alternative == count;
    for (uint32_t i = 0; i < count; i++) {
        uint32_t state = all ? WAIT_EITHER : late ? WAIT_LEFT : WAIT_WOKEN;
        if ((all || late || i == alternative) && !cond_dismiss(m, cond, waiters[i], state))
            return false;
    }
    return true;
}

// ---- waiting

// `watches`: whether there is a request to cancel the thread is looked for as well.
static void add_own_shadow(struct machine *m, struct operation *op, bool watches)
{
    unsigned end = watches && cancel_enabled(m, m->current) ? SHADOW_CANCEL + 8 : SHADOW_COND + 8;
    operation_add(op, shadow_of(m, m->current) + SHADOW_WAITING, end - SHADOW_WAITING, true);
}

static bool set_waiting(struct machine *m, const struct thread *t, uint32_t state, uint64_t cond)
{
    uint64_t shadow = shadow_of(m, t);
    return sync_store(m, shadow + SHADOW_WAITING, state) && native_store(m, shadow + SHADOW_COND, 8, cond);
}

enum { WITH_CLOCK = 3 }; // the number of the time-out behind a clock

// Remembers when the time of the running thread is over.
static bool set_deadline(struct machine *m, const struct call *c, uint64_t cond, uint32_t timeout,
                         uint64_t time)
{
    uint64_t clock;
    return (timeout == WITH_CLOCK ? call_concrete(m, c, timeout - 1, &clock)
                                  : native_load(m, cond + COND_CLOCK, 2, &clock, NULL)) &&
           sync_deadline_begin(m, clock, time);
}

enum { PHASE_WAITING = 1 };

// Joins the waiters and releases the mutex.
static enum native_result cond_wait_begin(struct machine *m, struct call *c, uint64_t address,
                                          uint64_t mutex_address, uint32_t timeout, sync_finish *finish)
{
    struct operation op = cond_operation(OPERATION_COND_WAIT, address);
    operation_add(&op, mutex_address, sync_size(m, SYNC_MUTEX), true);
    add_own_shadow(m, &op, false);
    uint64_t time = 0;
    bool valid = true;
    struct cond cond;
    struct mutex mutex;
    if (m->current->number >= SET_THREADS)
        return native_unmodelled(m, "a condition variable that more than the first %u threads wait on",
                                 SET_THREADS);
    if (!sync_timeout(m, c, timeout, &op, &time) || !operation_begin(m, &op) ||
        !cond_load(m, address, &cond) || !mutex_load(m, mutex_address, &mutex) ||
        (timeout && !sync_timeout_valid(m, time, &valid)))
        return NATIVE_STOPPED;
    if (!valid)
        return finish(m, c, EINVAL);
    int error = mutex_release(&mutex, sync_self(m));
    if (error && !mutex_returns_errors(&mutex))
        return sync_misuse(m, SYNC_MUTEX, mutex_address, "is not held by the thread that waits with it",
                           mutex.owner);
    if (error)
        return finish(m, c, error);
    if (cond_has_waiters(&cond) && cond.mutex != mutex_address)
        return sync_misuse(m, SYNC_COND, address, "is waited on with two different mutexes at a time", 0);
    uint32_t spurious = 0;
    if (m->options.spurious && !native_choose(m, 2, &spurious))
        return NATIVE_STOPPED;
    if (!spurious) {
        cond.mutex = mutex_address;
        cond_set_waiter(&cond, m->current->number, true);
    }
    uint32_t woken = m->cancels ? WAIT_EITHER : WAIT_WOKEN;
    uint32_t state = (spurious ? woken : WAIT_SIGNAL) | (timeout ? WAIT_TIMED : 0);
    if (timeout && clock_counts(m) && !set_deadline(m, c, address, timeout, time))
        return NATIVE_STOPPED;
    if (!cond_store(m, &cond) || !mutex_store(m, &mutex) || !set_waiting(m, m->current, state, address))
        return NATIVE_STOPPED;
    mutex_note(m, NOTE_RELEASE, &mutex);
    call_set_phase(m, PHASE_WAITING);
    return NATIVE_AGAIN;
}

// How a wait can end.
enum ending { RETURNS, TIMES_OUT, ACTS };

// *ending: one of those that are possible, each of which is explored. *pick: of ACTS by a thread that a
// signal has picked, which of `others` alternatives that signal goes to. False: stopped.
static bool choose_ending(struct machine *m, uint32_t waiting, uint32_t others, enum ending *ending,
                          uint32_t *pick)
{
    uint32_t state = waiting & WAIT_STATE, count = 0, choice = 0;
    enum ending possible[3] = {RETURNS};
    if (state == WAIT_WOKEN || state == WAIT_EITHER)
        possible[count++] = RETURNS;
    if (waiting & WAIT_TIMED && state != WAIT_WOKEN)
        possible[count++] = TIMES_OUT;
    bool acts = cancel_pending(m, m->current);
    uint32_t all = count + (acts ? others ? others : 1 : 0);
    if (acts)
        possible[count++] = ACTS;
    if (all > 1 && !native_choose(m, all, &choice))
        return false;
    *ending = possible[choice < count ? choice : count - 1];
    *pick = choice < count ? 0 : choice - (count - 1);
    return true;
}

// The condition variable whose signal has picked the running thread, which is cancelled: the signal is for
// another one. 0: there is none any more, or it has been destroyed since (cond_excuse), whatever its memory
// holds now.
static uint64_t to_signal(struct machine *m, uint32_t waiting, uint64_t address)
{
    bool gone = !native_peek(m, shadow_of(m, m->current) + SHADOW_COND, 8) ||
                !memory_at(m, address, sync_size(m, SYNC_COND)) || sync_peek(m, address + COND_MARK);
    return (waiting & WAIT_STATE) == WAIT_WOKEN && cancel_pending(m, m->current) && !gone ? address : 0;
}

// Signalled, or at the end of its time, or cancelled, it takes the mutex.
static enum native_result cond_wait_end(struct machine *m, struct call *c, uint64_t address,
                                        uint64_t mutex_address, sync_finish *finish)
{
    uint32_t waiting = sync_peek(m, shadow_of(m, m->current) + SHADOW_WAITING);
    uint32_t state = waiting & WAIT_STATE;
    bool timed = waiting & WAIT_TIMED;
    bool leaves = state == WAIT_SIGNAL && (timed || cancel_enabled(m, m->current));
    uint64_t signalled = to_signal(m, waiting, address);
    struct operation op = sync_operation(m, OPERATION_COND_WAKE, SYNC_MUTEX, mutex_address, true);
    add_own_shadow(m, &op, true);
    if (leaves || signalled)
        operation_add(&op, address, sync_size(m, SYNC_COND), true);
    else if (native_peek(m, shadow_of(m, m->current) + SHADOW_COND, 8)) // not destroyed since
        operation_add(&op, address + COND_LAST, 1, false);
    if (timed && state != WAIT_WOKEN)
        clock_add(m, &op);
    if (!operation_begin(m, &op))
        return NATIVE_STOPPED;

    struct cond cond;
    uint32_t others = 0, pick;
    if ((leaves || signalled) && !cond_load(m, address, &cond))
        return NATIVE_STOPPED;
    if (signalled)
        others = signal_alternatives(m, &cond);
    enum ending ending;
    if (!choose_ending(m, waiting, others, &ending, &pick))
        return NATIVE_STOPPED;

    struct mutex mutex;
    if (!mutex_load(m, mutex_address, &mutex))
        return NATIVE_STOPPED;
    if (leaves)
        cond_set_waiter(&cond, m->current->number, false);
    if (ending == ACTS && others && !wake_cond_waiter(m, &cond, pick))
        return NATIVE_STOPPED;
    if ((leaves || signalled) && !cond_store(m, &cond))
        return NATIVE_STOPPED;
    if (timed && clock_counts(m) && !sync_deadline_end(m, ending == TIMES_OUT))
        return NATIVE_STOPPED;
    int error = mutex_acquire(&mutex, sync_self(m)); // free (cond_wake_enabled), if not recoverable
    if (!mutex_store(m, &mutex) || !set_waiting(m, m->current, WAIT_NONE, 0))
        return NATIVE_STOPPED;
    if (ending == RETURNS)
        note_key(m, NOTE_ACQUIRE, shadow_of(m, m->current), SHADOW_WAITING);
    if (mutex_acquired(error))
        mutex_note(m, NOTE_ACQUIRE, &mutex);
    if (ending == ACTS)
        return cancel_act(m, c);
    return finish(m, c, error ? error : ending == TIMES_OUT ? ETIMEDOUT : 0);
}

bool cond_wake_enabled(struct machine *m, const struct thread *t, const struct operation *op)
{
    uint32_t waiting = sync_peek(m, shadow_of(m, t) + SHADOW_WAITING);
    return ((waiting & WAIT_STATE) != WAIT_SIGNAL || waiting & WAIT_TIMED || cancel_pending(m, t)) &&
           (sync_gone(m, op) || mutex_available(m, op->access[0].address, t));
}

static enum native_result cond_wait(struct machine *m, struct call *c, uint32_t timeout, sync_finish *finish)
{
    uint64_t address, mutex_address;
    if (!sync_argument(m, c, 0, SYNC_COND, &address) || !sync_argument(m, c, 1, SYNC_MUTEX, &mutex_address))
        return NATIVE_STOPPED;
    enum native_result result;
    bool valid = true;
    if (timeout == WITH_CLOCK && !sync_clock_valid(m, c, timeout - 1, &valid))
        return NATIVE_STOPPED;
    if (!valid)
        return finish(m, c, EINVAL);
    if (!cancel_point(m, c, &result))
        return result;
    if (call_phase(m) != PHASE_WAITING)
        return cond_wait_begin(m, c, address, mutex_address, timeout, finish);
    return cond_wait_end(m, c, address, mutex_address, finish);
}
SYNC_NATIVE(pthread_cond_wait, cond_wait, 0, sync_finish_posix)
SYNC_NATIVE(pthread_cond_timedwait, cond_wait, 2, sync_finish_posix)
SYNC_NATIVE(pthread_cond_clockwait, cond_wait, 3, sync_finish_posix)
SYNC_NATIVE(cnd_wait, cond_wait, 0, sync_finish_c11)
SYNC_NATIVE(cnd_timedwait, cond_wait, 2, sync_finish_c11)

// ---- waking

static enum native_result cond_wake(struct machine *m, struct call *c, enum operation_kind kind,
                                    sync_finish *finish)
{
    uint64_t address;
    if (!sync_argument(m, c, 0, SYNC_COND, &address))
        return NATIVE_STOPPED;
    struct operation op = cond_operation(kind, address);
    struct cond cond;
    if (!operation_begin(m, &op) || !cond_load(m, address, &cond))
        return NATIVE_STOPPED;
    uint32_t alternatives = signal_alternatives(m, &cond), choice = EVERYBODY;
    if (alternatives == 0) { // a signal to nobody is lost
        operation_looked(m);
        return finish(m, c, 0);
    }
    if (kind == OPERATION_COND_SIGNAL && !native_choose(m, alternatives, &choice))
        return NATIVE_STOPPED;
    if (!wake_cond_waiter(m, &cond, choice) || !cond_store(m, &cond))
        return NATIVE_STOPPED;
    return finish(m, c, 0);
}
SYNC_NATIVE(pthread_cond_signal, cond_wake, OPERATION_COND_SIGNAL, sync_finish_posix)
SYNC_NATIVE(pthread_cond_broadcast, cond_wake, OPERATION_COND_BROADCAST, sync_finish_posix)
SYNC_NATIVE(cnd_signal, cond_wake, OPERATION_COND_SIGNAL, sync_finish_c11)
SYNC_NATIVE(cnd_broadcast, cond_wake, OPERATION_COND_BROADCAST, sync_finish_c11)
