// expect: inconclusive
// message: (a lock that a thread held|a robust mutex whose owner|join of a thread that) .* when the last thread has ended
// case: TYPE=PTHREAD_MUTEX_RECURSIVE HANDLER=lock_it none optimal default
// case: TYPE=PTHREAD_MUTEX_NORMAL HANDLER=unlock_it none optimal default
// case: TYPE=PTHREAD_MUTEX_NORMAL ROBUST=1 HANDLER=try_robust none optimal default
// case: TYPE=PTHREAD_MUTEX_NORMAL HANDLER=join_it none optimal default
// Natively the handler runs in the thread that ends last, which holds the mutex, and cannot join itself.
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <stdlib.h>

static pthread_mutex_t lock;
static pthread_t first, thread;

static void lock_it(void)
{
    assert(pthread_mutex_lock(&lock) == 0);
}

static void unlock_it(void)
{
    assert(pthread_mutex_unlock(&lock) == 0);
}

static void try_robust(void)
{
    assert(pthread_mutex_trylock(&lock) == EBUSY);
}

static void join_it(void)
{
    assert(pthread_join(thread, NULL) == EDEADLK);
}

static void *work(void *unused)
{
    pthread_join(first, NULL);
    pthread_mutex_lock(&lock);
    return unused;
}

int main(void)
{
    pthread_mutexattr_t type;
    pthread_mutexattr_init(&type);
    pthread_mutexattr_settype(&type, TYPE);
#ifdef ROBUST
    pthread_mutexattr_setrobust(&type, PTHREAD_MUTEX_ROBUST);
#endif
    pthread_mutex_init(&lock, &type);
    first = pthread_self();
    atexit(HANDLER);
    pthread_create(&thread, NULL, work, NULL);
    pthread_exit(NULL);
}
