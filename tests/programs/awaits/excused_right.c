// expect: safe
// The program ends while a thread still waits: no deadlock.
#include <pthread.h>
#include <stdatomic.h>

static atomic_int stop;

static void *worker(void *argument)
{
    while (!stop)
        ;
    return argument;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, worker, NULL);
    return 0;
}
