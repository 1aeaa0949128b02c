// heddle: --property=assertion,abort,deadlock,memory,lock,data-race,leak
// expect: safe
// Handlers and destructors run after all threads, of which one waits for the end of main; what main left stays.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

static int done[2], joined, handled;
static pthread_t first;
static _Thread_local int own;
static int *left;

static void handler(void)
{
    assert(done[0] && done[1] && joined);
    handled = 1;
}

__attribute__((destructor)) static void last(void)
{
    assert(handled);
}

static void *work(void *number)
{
    *(int *)number = 1;
    return NULL;
}

static void *join(void *unused)
{
    pthread_join(first, NULL);
    assert(*left == 5);
    joined = 1;
    return unused;
}

int main(void)
{
    pthread_t thread;
    first = pthread_self();
    own = 5;
    left = &own;
    atexit(handler);
    for (int i = 0; i < 2; i++) {
        pthread_create(&thread, NULL, work, &done[i]);
        pthread_detach(thread);
    }
    pthread_create(&thread, NULL, join, NULL);
    pthread_exit(NULL);
}
