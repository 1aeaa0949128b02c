// heddle: --property=livelock
// expect: violation
// kinds: livelock
// por: states default
// Dekker's algorithm without the turn: who sees that the other one wants to enter makes way, and both may do so for ever.
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>

static atomic_int wants[2], turn;
static int inside;

static void *thread(void *argument)
{
    int own = (int)(intptr_t)argument, other = 1 - own;
    for (;;) {
        atomic_store(&wants[own], 1);
        while (atomic_load(&wants[other])) {
#ifdef TURN
            if (atomic_load(&turn) != own) {
                atomic_store(&wants[own], 0);
                while (atomic_load(&turn) != own)
                    ;
                atomic_store(&wants[own], 1);
            }
#else
            atomic_store(&wants[own], 0);
            atomic_store(&wants[own], 1);
#endif
        }
        inside++;
        inside--;
        atomic_store(&turn, other);
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
