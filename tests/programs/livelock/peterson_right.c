// heddle: --property=livelock,deadlock
// expect: safe
// por: none classic source optimal states default
// Peterson's algorithm: nobody waits for ever.
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>

static atomic_int wants[2], turn;

static void *thread(void *argument)
{
    int own = (int)(intptr_t)argument, other = 1 - own;
    for (;;) {
        atomic_store(&wants[own], 1);
#ifndef NO_TURN
        atomic_store(&turn, other);
#endif
        while (atomic_load(&wants[other]) && atomic_load(&turn) == other)
            ;
        atomic_store(&wants[own], 0);
    }
    return NULL;
}

int main(void)
{
    pthread_t threads[2];
    for (int k = 0; k < 2; k++)
        pthread_create(&threads[k], NULL, thread, (void *)(intptr_t)k);
    for (int k = 0; k < 2; k++)
        pthread_join(threads[k], NULL);
    return 0;
}
