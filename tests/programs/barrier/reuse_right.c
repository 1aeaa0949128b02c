// expect: safe
// The same barrier separates one round after another.
#include <assert.h>
#include <pthread.h>

static pthread_barrier_t barrier;
static int x[2];

static void round_trip(int me)
{
    for (int i = 1; i <= 2; i++) {
        x[me] = i;
        pthread_barrier_wait(&barrier);
        assert(x[1 - me] == i);
        pthread_barrier_wait(&barrier);
    }
}

static void *worker(void *argument)
{
    round_trip(1);
    return argument;
}

int main(void)
{
    pthread_barrier_init(&barrier, NULL, 2);
    pthread_t t;
    pthread_create(&t, NULL, worker, NULL);
    round_trip(0);
    pthread_join(t, NULL);
    return 0;
}
