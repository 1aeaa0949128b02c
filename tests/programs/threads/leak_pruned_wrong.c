// heddle: --property=thread-leak
// expect: violation
// kinds: thread-leak
// line: 45
// case: none classic source optimal default prune-none prune-classic prune prune-default
// case: OTHER=1 none classic source optimal default prune-none prune-classic prune prune-default
// Who is faster decides whether the thread is detached. What others do afterwards is the same, but where it was explored for a
// detached thread that says nothing of one that is not.
#include <pthread.h>
#include <stddef.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static _Atomic int faster, x;

static void *worker(void *argument)
{
    pthread_mutex_lock(&lock);
    faster = 1;
    pthread_mutex_unlock(&lock);
    return argument;
}

static void *writes(void *argument)
{
    x = argument != NULL;
    return argument;
}

static void create_detached(void *argument)
{
    pthread_t t;
    pthread_create(&t, NULL, writes, argument);
    pthread_detach(t);
}

#ifndef OTHER
#define OTHER 0
#endif

int main(void)
{
    pthread_t t;
    int detach;
    pthread_mutex_lock(&lock);
    pthread_create(&t, NULL, worker, NULL);
    pthread_mutex_unlock(&lock);
    pthread_mutex_lock(&lock);
    detach = faster == OTHER;
    pthread_mutex_unlock(&lock);
    if (detach)
        pthread_detach(t);
    detach = 0;
    while (!faster)
        ;
    create_detached(NULL);
    create_detached(&x);
    return 0;
}
