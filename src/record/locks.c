// Locks and what threads wait for. Each function stands before the C library's own, calls it, and records
// what it did.
#include "record/recorder.h"
#include "record/steer.h"
#include "record/window.h"

#include <errno.h>
#include <pthread.h>
#include <semaphore.h>
#include <threads.h>

// ---- acquires, which are recorded when the lock is held; where it was not to be had, the program knows that

// In a steered run. An attempt may turn out to be none.
static void request(const void *lock, unsigned flags, unsigned shared)
{
    if (steering && flags)
        steer_gate();
    else if (steering)
        steer_gate_to(recording_head(RECORDED_ACQUIRE, 0, shared, heddle_recording_place), lock);
}

static int acquired(int result, bool held, const void *lock, unsigned flags, unsigned shared)
{
    if (result == EOWNERDEAD) // nobody knows when its holder ended
        recorder_cut();
    window_resume();
    if (held)
        window_acquired();
    if (held)
        recorder_sync(RECORDED_ACQUIRE, flags, shared, lock);
    else if (flags)
        recorder_sync(RECORDED_SYNCHRONISE, 0, ACT_OTHER, lock);
    else if (result == EDEADLK)
        recorder_sync(RECORDED_SYNCHRONISE, 0, ACT_REFUSED, lock);
    return result;
}

#define ACQUIRING(name, flags, shared, parameters, arguments)                                                \
    int name parameters                                                                                      \
    {                                                                                                        \
        request((const void *)lock, flags, shared);                                                          \
        window_pause();                                                                                      \
        int result = REAL(name) arguments;                                                                   \
        return acquired(result, result == 0 || result == EOWNERDEAD, (const void *)lock, flags, shared);     \
    }
#define LOCK(type) (type * lock)
#define LOCK_TIME(type) (type *restrict lock, const struct timespec *restrict until)
#define LOCK_CLOCK(type) (type *restrict lock, clockid_t clock, const struct timespec *restrict until)

_Static_assert(thrd_success == 0 && thrd_success != EOWNERDEAD, "C11's locks are told likewise");
ACQUIRING(pthread_mutex_lock, 0, 0, LOCK(pthread_mutex_t), (lock))
ACQUIRING(pthread_mutex_trylock, RECORDED_TRIES, 0, LOCK(pthread_mutex_t), (lock))
ACQUIRING(pthread_mutex_timedlock, RECORDED_TRIES, 0, LOCK_TIME(pthread_mutex_t), (lock, until))
ACQUIRING(pthread_mutex_clocklock, RECORDED_TRIES, 0, LOCK_CLOCK(pthread_mutex_t), (lock, clock, until))
ACQUIRING(pthread_spin_lock, 0, 0, LOCK(pthread_spinlock_t), (lock))
ACQUIRING(pthread_spin_trylock, RECORDED_TRIES, 0, LOCK(pthread_spinlock_t), (lock))
ACQUIRING(pthread_rwlock_wrlock, 0, 0, LOCK(pthread_rwlock_t), (lock))
ACQUIRING(pthread_rwlock_trywrlock, RECORDED_TRIES, 0, LOCK(pthread_rwlock_t), (lock))
ACQUIRING(pthread_rwlock_timedwrlock, RECORDED_TRIES, 0, LOCK_TIME(pthread_rwlock_t), (lock, until))
ACQUIRING(pthread_rwlock_clockwrlock, RECORDED_TRIES, 0, LOCK_CLOCK(pthread_rwlock_t), (lock, clock, until))
ACQUIRING(pthread_rwlock_rdlock, 0, 1, LOCK(pthread_rwlock_t), (lock))
ACQUIRING(pthread_rwlock_tryrdlock, RECORDED_TRIES, 1, LOCK(pthread_rwlock_t), (lock))
ACQUIRING(pthread_rwlock_timedrdlock, RECORDED_TRIES, 1, LOCK_TIME(pthread_rwlock_t), (lock, until))
ACQUIRING(pthread_rwlock_clockrdlock, RECORDED_TRIES, 1, LOCK_CLOCK(pthread_rwlock_t), (lock, clock, until))
ACQUIRING(mtx_lock, 0, 0, LOCK(mtx_t), (lock))
ACQUIRING(mtx_trylock, RECORDED_TRIES, 0, LOCK(mtx_t), (lock))
ACQUIRING(mtx_timedlock, RECORDED_TRIES, 0, LOCK_TIME(mtx_t), (lock, until))

// ---- releases, which are recorded while the lock is held. One that fails was none.

#define RELEASING(name, parameters)                                                                          \
    int name parameters                                                                                      \
    {                                                                                                        \
        struct recording_event *event = recorder_release((const void *)lock);                                \
        int result = REAL(name)(lock);                                                                       \
        recorder_released(event, result == 0, result == EPERM ? ACT_REFUSED : ACT_OTHER);                    \
        if (result == 0)                                                                                     \
            window_released();                                                                               \
        return result;                                                                                       \
    }

RELEASING(pthread_mutex_unlock, LOCK(pthread_mutex_t))
RELEASING(pthread_spin_unlock, LOCK(pthread_spinlock_t))
RELEASING(pthread_rwlock_unlock, LOCK(pthread_rwlock_t))
RELEASING(mtx_unlock, LOCK(mtx_t))

// ---- conditions: the mutex is released, then the condition has woken the thread, and the mutex is held
// again

struct locks_waiting {
    const void *condition, *lock; // condition: NULL, until it is known that the thread waited for it
    struct recording_event *release;
    bool failed;
};

// In a steered run the thread waits for its turn. A wait without a limit ends early, as it always may.
static int steered_wait(const struct locks_waiting *waiting, const struct timespec *until, int timeout)
{
    return steer_wait(waiting->lock, until) ? timeout : 0;
}

// However the wait ends, by a signal of the condition, by time or by cancellation, the mutex is held.
static void woken(struct locks_waiting *waiting)
{
    window_resume();
    window_acquired(); // however it ends
    recorder_released(waiting->release, !waiting->failed, ACT_OTHER);
    if (waiting->condition)
        recorder_sync(RECORDED_SYNCHRONISE, 0, 0, waiting->condition);
    if (!waiting->failed && steering)
        steer_relock(waiting->lock);
    if (!waiting->failed)
        recorder_sync(RECORDED_ACQUIRE, 0, 0, waiting->lock);
}

static struct locks_waiting wait_begins(const void *lock)
{
    struct locks_waiting waiting = {.lock = lock, .release = recorder_release(lock)};
    window_released();
    window_pause();
    return waiting;
}

static int wait_ends(struct locks_waiting *waiting, int result, const void *condition)
{
    bool waited = result == 0 || result == ETIMEDOUT || result == EOWNERDEAD || result == thrd_timedout;
    if (result == EOWNERDEAD)
        recorder_cut();
    waiting->condition = waited ? condition : NULL;
    waiting->failed = !waited;
    return result;
}

#define WAITING(name, limit, timeout, parameters, arguments)                                                 \
    int name parameters                                                                                      \
    {                                                                                                        \
        __attribute__((cleanup(woken))) struct locks_waiting waiting = wait_begins(lock);                    \
        return wait_ends(&waiting, steering ? steered_wait(&waiting, limit, timeout) : REAL(name) arguments, \
                         condition);                                                                         \
    }

WAITING(pthread_cond_wait, NULL, 0, (pthread_cond_t *restrict condition, pthread_mutex_t *restrict lock),
        (condition, lock))
WAITING(pthread_cond_timedwait, until, ETIMEDOUT,
        (pthread_cond_t *restrict condition, pthread_mutex_t *restrict lock,
         const struct timespec *restrict until),
        (condition, lock, until))
WAITING(pthread_cond_clockwait, until, ETIMEDOUT,
        (pthread_cond_t *restrict condition, pthread_mutex_t *restrict lock, clockid_t clock,
         const struct timespec *restrict until),
        (condition, lock, clock, until))
WAITING(cnd_wait, NULL, 0, (cnd_t * condition, mtx_t *lock), (condition, lock))
WAITING(cnd_timedwait, until, thrd_timedout,
        (cnd_t *restrict condition, mtx_t *restrict lock, const struct timespec *restrict until),
        (condition, lock, until))

// ---- what lets others go on is recorded before, what a thread has waited for, or has not got, after

#define SIGNALLING(name, type)                                                                               \
    int name(type *object)                                                                                   \
    {                                                                                                        \
        recorder_sync(RECORDED_SYNCHRONISE, 0, 0, object);                                                   \
        if (steering)                                                                                        \
            steer_signal();                                                                                  \
        return REAL(name)(object);                                                                           \
    }
#define TAKING(name, parameters, arguments)                                                                  \
    int name parameters                                                                                      \
    {                                                                                                        \
        if (steering)                                                                                        \
            steer_gate();                                                                                    \
        window_pause();                                                                                      \
        int result = REAL(name) arguments;                                                                   \
        window_resume();                                                                                     \
        if (result == 0 || errno == EAGAIN || errno == ETIMEDOUT)                                            \
            recorder_sync(RECORDED_SYNCHRONISE, result == 0 ? 0 : RECORDED_TRIES, ACT_WAIT, object);         \
        return result;                                                                                       \
    }

SIGNALLING(pthread_cond_signal, pthread_cond_t)
SIGNALLING(pthread_cond_broadcast, pthread_cond_t)
SIGNALLING(cnd_signal, cnd_t)
SIGNALLING(cnd_broadcast, cnd_t)
TAKING(sem_wait, (sem_t * object), (object))
TAKING(sem_trywait, (sem_t * object), (object))
TAKING(sem_timedwait, (sem_t *restrict object, const struct timespec *restrict until), (object, until))
TAKING(sem_clockwait, (sem_t *restrict object, clockid_t clock, const struct timespec *restrict until),
       (object, clock, until))

int sem_post(sem_t *object)
{
    recorder_sync(RECORDED_SYNCHRONISE, 0, ACT_POST, object);
    return REAL(sem_post)(object);
}

// What it returned may be the value before, or after, a post or wait that is under way.
int sem_getvalue(sem_t *restrict object, int *restrict value)
{
    if (steering)
        steer_gate();
    int result = REAL(sem_getvalue)(object, value);
    recorder_sync(RECORDED_SYNCHRONISE, RECORDED_TRIES, ACT_OTHER, object);
    return result;
}

int pthread_barrier_wait(pthread_barrier_t *barrier)
{
    recorder_sync(RECORDED_SYNCHRONISE, 0, ACT_ARRIVE, barrier);
    window_pause();
    int result = REAL(pthread_barrier_wait)(barrier);
    window_resume();
    recorder_sync(RECORDED_SYNCHRONISE, result == PTHREAD_BARRIER_SERIAL_THREAD ? RECORDED_SERIAL : 0,
                  ACT_LEAVE, barrier);
    return result;
}

// ---- what they begin with

// Where other processes may use it, or the number has no room in an event, nothing is known of its state.
static void set_up_object(const void *object, bool shared, unsigned count)
{
    if (shared || count > UINT16_MAX)
        recorder_sync(RECORDED_SYNCHRONISE, 0, ACT_OTHER, object);
    else
        recorder_sync(RECORDED_SET_UP, 0, count, object);
}

int sem_init(sem_t *object, int shared, unsigned value)
{
    int result = REAL(sem_init)(object, shared, value);
    if (result == 0)
        set_up_object(object, shared, value);
    return result;
}

int pthread_barrier_init(pthread_barrier_t *restrict barrier,
                         const pthread_barrierattr_t *restrict attributes, unsigned count)
{
    int shared = PTHREAD_PROCESS_PRIVATE;
    int result = REAL(pthread_barrier_init)(barrier, attributes, count);
    if (attributes && pthread_barrierattr_getpshared(attributes, &shared) != 0)
        shared = PTHREAD_PROCESS_SHARED;
    if (result == 0)
        set_up_object(barrier, shared != PTHREAD_PROCESS_PRIVATE, count);
    return result;
}

// ---- once

// The routine runs in the thread that has called; what it does is there for all that come later.
struct once {
    const void *object;
    void (*routine)(void);
};
static RECORDER_TLS struct once current_once;

static void run_once_routine(void)
{
    struct once own = current_once; // its routine may come here for another object
    own.routine();
    recorder_sync(RECORDED_SYNCHRONISE, 0, ACT_DONE, own.object);
}

int pthread_once(pthread_once_t *object, void (*routine)(void))
{
    struct once outer = current_once;
    current_once = (struct once){object, routine};
    if (steering)
        steer_gate();
    int result = REAL(pthread_once)(object, run_once_routine);
    current_once = outer;
    recorder_sync(RECORDED_SYNCHRONISE, 0, ACT_PASS, object);
    return result;
}

void call_once(once_flag *object, void (*routine)(void))
{
    struct once outer = current_once;
    current_once = (struct once){object, routine};
    if (steering)
        steer_gate();
    REAL(call_once)(object, run_once_routine);
    current_once = outer;
    recorder_sync(RECORDED_SYNCHRONISE, 0, ACT_PASS, object);
}
