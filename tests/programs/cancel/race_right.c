// heddle: --property=data-race
// expect: safe
// The end of a cancelled thread, its handlers included, comes before what follows the join.
#include <pthread.h>

static int count;

static void clean(void *argument)
{
    *(int *)argument += 1;
}

static void *worker(void *argument)
{
    pthread_cleanup_push(clean, &count);
    for (;;)
        pthread_testcancel();
    pthread_cleanup_pop(0);
    return argument;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, worker, NULL);
    pthread_cancel(t);
    pthread_join(t, NULL);
    count++;
    return 0;
}
