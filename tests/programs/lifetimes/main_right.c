// expect: safe
// What main has on its stack is there when it calls exit or pthread_exit.
#include <pthread.h>
#include <stdlib.h>

static int *kept;

static void handler(void)
{
    *kept = 1;
}

static void *thread(void *argument)
{
    *(int *)argument = 2;
    return 0;
}

int main(void)
{
    pthread_t t;
    int local = 0;
    kept = &local;
    atexit(handler);
    pthread_create(&t, 0, thread, &local);
    if (local)
        exit(0);
    pthread_exit(0);
}
