// expect: violation
// kinds: assertion
// The write comes after the barrier instead of before.
#include <assert.h>
#include <pthread.h>

static pthread_barrier_t barrier;
static int a;

static void *worker(void *argument)
{
    pthread_barrier_wait(&barrier);
    a = 1;
    return argument;
}

int main(void)
{
    pthread_barrier_init(&barrier, NULL, 2);
    pthread_t t;
    pthread_create(&t, NULL, worker, NULL);
    pthread_barrier_wait(&barrier);
    assert(a == 1); // <- violation
    pthread_join(t, NULL);
    return 0;
}
