// options: --property=livelock
// Two threads that make way for each other may do so for ever.
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>

static atomic_int wants[2];
#ifdef EDITED
static atomic_int rounds;
#endif

static void *work(void *argument)
{
    int own = (int)(intptr_t)argument, other = 1 - own;
    for (;;) {
#ifdef EDITED
        atomic_fetch_add(&rounds, 1);
#endif
        atomic_store(&wants[own], 1);
        if (!atomic_load(&wants[other]))
            break;
#ifdef FIXED
        if (own == 0) {
            while (atomic_load(&wants[other]))
                ;
            break;
        }
#endif
        atomic_store(&wants[own], 0);
    }
    atomic_store(&wants[own], 0);
    return NULL;
}

int main(void)
{
    pthread_t threads[2];
    for (int k = 0; k < 2; k++)
        pthread_create(&threads[k], NULL, work, (void *)(intptr_t)k);
    for (int k = 0; k < 2; k++)
        pthread_join(threads[k], NULL);
    return 0;
}
