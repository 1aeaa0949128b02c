// expect: violation
// kinds: assertion
// heddle: --property=assertion
// Three threads use a barrier for two: two of them go on, and which ones depends on the order in which they arrive. So their
// arrivals do not commute, whatever is believed of barriers with as many users as they count.
#include <assert.h>
#include <pthread.h>

static pthread_barrier_t barrier;

static void *run(void *unused)
{
    pthread_barrier_wait(&barrier);
    return unused;
}

int main(void)
{
    pthread_t threads[3];
    pthread_barrier_init(&barrier, NULL, 2);
    for (int i = 0; i < 3; i++)
        pthread_create(&threads[i], NULL, run, NULL);
    pthread_join(threads[1], NULL);
    pthread_join(threads[2], NULL);
    assert(!"the second and the third have met"); // <- violation
    return 0;
}
