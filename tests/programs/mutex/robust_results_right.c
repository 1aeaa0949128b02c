// expect: safe
// What each operation on a robust mutex returns, for each type, as with glibc.
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <stdlib.h>
#include <time.h>

static pthread_mutex_t *mutex;
static int type;
static const struct timespec past = {1, 0};

static void make(void)
{
    pthread_mutexattr_t attributes;
    int robust;
    pthread_mutexattr_init(&attributes);
    assert(pthread_mutexattr_getrobust(&attributes, &robust) == 0 && robust == PTHREAD_MUTEX_STALLED);
    assert(pthread_mutexattr_setrobust(&attributes, 2) == EINVAL);
    assert(pthread_mutexattr_setrobust(&attributes, PTHREAD_MUTEX_ROBUST) == 0);
    assert(pthread_mutexattr_getrobust(&attributes, &robust) == 0 && robust == PTHREAD_MUTEX_ROBUST);
    assert(pthread_mutexattr_setpshared(&attributes, PTHREAD_PROCESS_SHARED) == 0);
    assert(pthread_mutexattr_settype(&attributes, type) == 0);
    mutex = malloc(sizeof *mutex);
    assert(mutex && pthread_mutex_init(mutex, &attributes) == 0);
}

static int lock(void) { return pthread_mutex_lock(mutex); }
static int try(void) { return pthread_mutex_trylock(mutex); }
static int timed(void) { return pthread_mutex_timedlock(mutex, &past); }
static int clocked(void) { return pthread_mutex_clocklock(mutex, CLOCK_MONOTONIC, &past); }
static int unlock(void) { return pthread_mutex_unlock(mutex); }
static int consistent(void) { return pthread_mutex_consistent(mutex); }

static void *take(void *expected)
{
    assert(lock() == (int)(long)expected);
    if (type == PTHREAD_MUTEX_RECURSIVE)
        assert(lock() == 0);
    return NULL; // it ends with the mutex
}

static void *others(void *argument)
{
    assert(unlock() == EPERM && try() == EBUSY && timed() == ETIMEDOUT);
    return argument;
}

static void run(void *(*routine)(void *), int expected)
{
    pthread_t t;
    pthread_create(&t, NULL, routine, (void *)(long)expected);
    pthread_join(t, NULL);
}

int main(void)
{
    static const int types[] = {PTHREAD_MUTEX_NORMAL, PTHREAD_MUTEX_ERRORCHECK, PTHREAD_MUTEX_RECURSIVE};
    for (int k = 0; k < 3; k++) {
        type = types[k];
        int again = type == PTHREAD_MUTEX_NORMAL ? EBUSY : type == PTHREAD_MUTEX_ERRORCHECK ? EDEADLK : 0;
        make();
        assert(unlock() == EPERM && consistent() == EINVAL);
        assert(lock() == 0 && consistent() == EINVAL);
        run(others, 0);
        assert(unlock() == 0);

        run(take, 0);
        assert(consistent() == EINVAL); // nobody has been told yet
        assert(try() == EOWNERDEAD && try() == again);
        assert(consistent() == 0 && consistent() == EINVAL);
        if (again == 0)
            assert(unlock() == 0);
        assert(unlock() == 0 && unlock() == EPERM);

        run(take, 0);
        run(take, EOWNERDEAD); // who is told may end, too
        assert(timed() == EOWNERDEAD && consistent() == 0 && unlock() == 0);

        run(take, 0);
        assert(clocked() == EOWNERDEAD && unlock() == 0); // not made consistent
        assert(lock() == ENOTRECOVERABLE && timed() == ENOTRECOVERABLE);
        assert(unlock() == EPERM && consistent() == EINVAL);
        assert(try() == ENOTRECOVERABLE); // glibc 2.36 keeps it locked then, by mistake
        assert(pthread_mutex_destroy(mutex) == 0);
        make();
        run(take, 0);
        assert(pthread_mutex_destroy(mutex) == 0);
    }
    return 0;
}
