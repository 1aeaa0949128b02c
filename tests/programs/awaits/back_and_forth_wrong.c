// expect: violation
// kinds: deadlock
// The flag is raised and lowered again. Who looks in between goes on; who does not waits for ever.
#include <pthread.h>
#include <stdatomic.h>

static atomic_int x;

static void *worker(void *argument)
{
    x = 1;
    x = 0;
    return argument;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, worker, NULL);
    while (x == 0)
        ;
    pthread_join(t, NULL);
    return 0;
}
