// heddle: --property=livelock --states=500
// expect: inconclusive
// message: there are more than 500 states
// por: states default
// States that do not come to an end are no proof, and no cycle of a part of them is one either.
#include <pthread.h>
#include <stdatomic.h>

static atomic_uint x;

static void *thread(void *argument)
{
    for (;;)
        atomic_fetch_add(&x, 1);
    return argument;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, thread, NULL);
    while (atomic_load(&x) != 7)
        ;
    return 0;
}
