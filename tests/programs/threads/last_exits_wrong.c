// expect: violation
// kinds: assertion
// Where main ends by pthread_exit, the thread that ends last ends the program: handlers of atexit run.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

static int done;

static void handler(void)
{
    assert(done == 3); // <- violation
}

static void *work(void *unused)
{
    __atomic_fetch_add(&done, 1, __ATOMIC_RELAXED);
    return unused;
}

int main(void)
{
    pthread_t thread;
    atexit(handler);
    for (int i = 0; i < 2; i++)
        pthread_create(&thread, NULL, work, NULL);
    pthread_exit(NULL);
}
