// heddle: --property=assertion,abort,deadlock,memory,lock,data-race
// expect: safe
// Where all other threads were joined, main is the thread that ends last: handlers are its own.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

static pthread_t first;
static _Thread_local int own;
static pthread_mutex_t lock;

static void handler(void)
{
    assert(pthread_equal(pthread_self(), first) && own == 5);
    assert(pthread_mutex_lock(&lock) == 0); // a second time
    assert(pthread_mutex_unlock(&lock) == 0);
}

static void *work(void *number)
{
    own = *(int *)number;
    return NULL;
}

int main(void)
{
    pthread_t threads[2];
    pthread_mutexattr_t recursive;
    int number = 7;
    pthread_mutexattr_init(&recursive);
    pthread_mutexattr_settype(&recursive, PTHREAD_MUTEX_RECURSIVE);
    pthread_mutex_init(&lock, &recursive);
    pthread_mutex_lock(&lock);
    first = pthread_self();
    own = 5;
    atexit(handler);
    for (int i = 0; i < 2; i++)
        pthread_create(&threads[i], NULL, work, &number);
    for (int i = 0; i < 2; i++)
        pthread_join(threads[i], NULL);
    pthread_exit(NULL);
}
