// heddle: --property=data-race
// expect: violation
// kinds: data-race
// A request orders nothing: what is written before it races with the handler.
#include <pthread.h>

static int reason;

static void clean(void *argument)
{
    *(int *)argument += 1;
}

static void *worker(void *argument)
{
    pthread_cleanup_push(clean, &reason);
    for (;;)
        pthread_testcancel();
    pthread_cleanup_pop(0);
    return argument;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, worker, NULL);
    reason = 1;
    pthread_cancel(t);
    pthread_join(t, NULL);
    return 0;
}
