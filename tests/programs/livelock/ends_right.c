// heddle: --property=livelock,deadlock
// expect: safe
// por: states default
// A thread that ends the program is executed in the end, and nobody waits any more.
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static atomic_int x, y;

static void *wait(void *argument)
{
    while (!atomic_load(&x))
        ;
    return argument;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, wait, NULL);
    atomic_store(&y, 1);
    exit(0);
}
