// A grid that is computed in rounds, with two barriers in each: what one round writes the next one reads.
// case: THREADS=2 ROUNDS=2 none source=1 optimal=1 default=1
// case: THREADS=3 ROUNDS=2 --independence=none optimal=1296
// case: THREADS=3 ROUNDS=2 optimal=1 default=1
// case: THREADS=5 ROUNDS=3 optimal=1 default=1
// heddle: --property=data-race --independence=outcome
// expect: safe
#include <pthread.h>

static pthread_barrier_t barrier;
static int cell[THREADS], next[THREADS];

static void *compute(void *argument)
{
    long me = (long)argument;
    for (int round = 0; round < ROUNDS; round++) {
        next[me] = cell[(me + 1) % THREADS] + 1;
        pthread_barrier_wait(&barrier);
        cell[me] = next[me];
        pthread_barrier_wait(&barrier);
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
