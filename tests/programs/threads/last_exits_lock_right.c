// expect: safe
// What a handler locks itself is its own, whichever thread runs it; so is what threads that it creates do.
#include <assert.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_spinlock_t spin;
static pthread_rwlock_t shared = PTHREAD_RWLOCK_INITIALIZER;
static int done;

static void *late(void *unused)
{
    pthread_mutex_lock(&lock);
    done++;
    pthread_mutex_unlock(&lock);
    return unused;
}

static void handler(void)
{
    pthread_t thread;
    pthread_create(&thread, NULL, late, NULL);
    assert(pthread_mutex_lock(&lock) == 0 && pthread_spin_lock(&spin) == 0);
    assert(pthread_rwlock_wrlock(&shared) == 0 && pthread_rwlock_unlock(&shared) == 0);
    done++;
    pthread_spin_unlock(&spin);
    pthread_mutex_unlock(&lock);
    pthread_join(thread, NULL);
    assert(done == 3);
    printf("done\n");
}

int main(void)
{
    pthread_t thread;
    pthread_spin_init(&spin, PTHREAD_PROCESS_PRIVATE);
    atexit(handler);
    pthread_create(&thread, NULL, late, NULL);
    pthread_exit(NULL);
}
