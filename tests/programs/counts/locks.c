// expect: safe
// heddle: --independence=none
// case: THREADS=2 ROUNDS=1 none=2 classic=2 source=2 optimal=2
// case: THREADS=3 ROUNDS=1 none=6 classic=6 source=6 optimal=6
// case: THREADS=4 ROUNDS=1 none=24 classic=24 source=24 optimal=24
// case: THREADS=5 ROUNDS=1 source=120 optimal=120
// case: THREADS=2 ROUNDS=2 none=6 classic=6 source=6 optimal=6
// case: THREADS=2 ROUNDS=4 none=70 classic=70 source=70 optimal=70
// case: THREADS=3 ROUNDS=2 none=90 classic=90 source=90 optimal=90
// case: THREADS=3 ROUNDS=3 source=1680 optimal=1680
// THREADS threads pass a critical section ROUNDS times each. Only the order of the sections is free, and every two of them
// conflict. There are (THREADS ROUNDS)! / (ROUNDS!)^THREADS interleavings, and as many traces.
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int count;

static void *add(void *argument)
{
    for (int i = 0; i < ROUNDS; i++) {
        pthread_mutex_lock(&lock);
        count++;
        pthread_mutex_unlock(&lock);
    }
    return argument;
}

int main(void)
{
    pthread_t t[THREADS];
    for (int i = 0; i < THREADS; i++)
        pthread_create(&t[i], NULL, add, NULL);
    for (int i = 0; i < THREADS; i++)
        pthread_join(t[i], NULL);
    assert(count == THREADS * ROUNDS);
    return 0;
}
