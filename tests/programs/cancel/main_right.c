// expect: safe
// main is a thread as any other: cancelled, it ends, and the others go on.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
#include <unistd.h>

static pthread_t main_thread;
static int cleaned;

static void clean(void *argument)
{
    cleaned = argument == &cleaned;
}

static void *worker(void *argument)
{
    void *result;
    pthread_cancel(main_thread);
    pthread_join(main_thread, &result);
    assert(result == PTHREAD_CANCELED && cleaned);
    return argument;
}

int main(void)
{
    pthread_t t;
    main_thread = pthread_self();
    pthread_create(&t, NULL, worker, NULL);
    pthread_cleanup_push(clean, &cleaned);
    pause_here:
    sleep(1);
    goto pause_here;
    pthread_cleanup_pop(0);
    return 0;
}
