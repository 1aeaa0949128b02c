// expect: violation
// kinds: deadlock
// Nothing but the sleep's own operations is left of each round in a slice, and the moment at which it ends is always another.
#include <pthread.h>
#include <stdatomic.h>
#include <time.h>
#include <unistd.h>

static atomic_int ready;

static void *worker(void *argument)
{
    while (!ready)
        usleep(100);
    return argument;
}

long day(void) // never called: that the program may look at a clock makes sleeping take time
{
    return time(NULL) / 86400;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, worker, NULL);
    pthread_join(t, NULL);
    return 0;
}
