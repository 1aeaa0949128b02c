// expect: inconclusive
// message: ('own', which each thread|a variable local to a thread) .* when the last thread has ended
// case: BY_NAME=1 none optimal default
// case: BY_NAME=0 none optimal default
// Natively the handler runs in the thread that ends last: its variables are still there, and main's are others.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

static _Thread_local int own;
static int *others;
static pthread_t first;

static void handler(void)
{
#if BY_NAME
    assert(own == 7);
#else
    assert(*others == 7);
#endif
}

static void *work(void *unused)
{
    pthread_join(first, NULL);
    own = 7;
    others = &own;
    return unused;
}

int main(void)
{
    pthread_t thread;
    first = pthread_self();
    atexit(handler);
    pthread_create(&thread, NULL, work, NULL);
    pthread_exit(NULL);
}
