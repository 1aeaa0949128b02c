// expect: safe
// The end of the program ends a thread that would go on for ever.
#include <pthread.h>

static int x;

static void *worker(void *argument)
{
    x = 1;
    for (;;)
        ;
    return argument;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, worker, NULL);
    return x > 1;
}
