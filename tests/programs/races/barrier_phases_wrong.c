// A grid that is computed in rounds, in which the barrier between two rounds is missing.
// heddle: --property=data-race --all
// por: none source optimal default
// expect: violation
// kinds: data-race
// violations: 1
#include <pthread.h>

enum { THREADS = 2, ROUNDS = 2 };

static pthread_barrier_t barrier;
static int cell[THREADS], next[THREADS];

static void *compute(void *argument)
{
    long me = (long)argument;
    for (int round = 0; round < ROUNDS; round++) {
        next[me] = cell[(me + 1) % THREADS] + 1;
        pthread_barrier_wait(&barrier);
        cell[me] = next[me]; // <- violation
    }
    return argument;
}

int main(void)
{
    pthread_t t[THREADS];
    pthread_barrier_init(&barrier, 0, THREADS);
    for (long k = 0; k < THREADS; k++)
        pthread_create(&t[k], 0, compute, (void *)k);
    for (int k = 0; k < THREADS; k++)
        pthread_join(t[k], 0);
    return cell[0] != ROUNDS;
}
