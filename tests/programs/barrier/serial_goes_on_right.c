// expect: safe
// heddle: --property=assertion,deadlock,memory
// The last to arrive is told so and goes on at once: that another thread, which has left the barrier, initialises it again does not
// make it wait.
#include <pthread.h>

static pthread_barrier_t barrier;

static void *run(void *argument)
{
    if (pthread_barrier_wait(&barrier) != PTHREAD_BARRIER_SERIAL_THREAD)
        pthread_barrier_init(&barrier, NULL, 1);
    return argument;
}

int main(void)
{
    pthread_t t, u;
    pthread_barrier_init(&barrier, NULL, 2);
    pthread_create(&t, NULL, run, NULL);
    pthread_create(&u, NULL, run, NULL);
    pthread_join(t, NULL);
    pthread_join(u, NULL);
    return 0;
}
