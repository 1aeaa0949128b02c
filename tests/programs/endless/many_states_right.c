// Four threads that make way for each other round and round, in a loop without a way out: nobody waits for ever. The question whether they get
// anywhere has 70,000 states; where a search of these ended early, it was taken for a deadlock, and the replay did not confirm it.
// heddle: --property=deadlock
// expect: safe
// por: states
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>

enum { FREE, ASKS, INSIDE, THREADS = 4 };

static atomic_uchar state[THREADS];
static atomic_int odd;

static void *go_round(void *argument)
{
    int me = (int)(intptr_t)argument;
    for (;;) {
        while (atomic_load(&odd) == 3) {
        }
        for (;;) {
            atomic_store(&state[me], ASKS);
            int met = 0;
            for (int k = 0; k < THREADS; k++)
                if (k != me)
                    while (atomic_load(&state[k]) == INSIDE)
                        met = 1;
            if (!met)
                break;
            while (atomic_load(&state[(me + 1) % THREADS]) == ASKS)
                if (atomic_load(&odd))
                    break;
            atomic_store(&state[me], FREE);
        }
        atomic_store(&state[me], INSIDE);
        atomic_store(&odd, me & 1);
        atomic_store(&state[me], FREE);
    }
    return argument;
}

int main(void)
{
    pthread_t threads[THREADS];
    for (int k = 0; k < THREADS; k++)
        pthread_create(&threads[k], 0, go_round, (void *)(intptr_t)k);
    for (int k = 0; k < THREADS; k++)
        pthread_join(threads[k], 0);
}
