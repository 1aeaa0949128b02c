// expect: violation
// kinds: lock
// message: is initialised again while threads wait at it
// A barrier is initialised a second time while another thread may wait at it.
#include <pthread.h>

static pthread_barrier_t barrier;

static void *work(void *argument)
{
    pthread_barrier_wait(&barrier);
    return argument;
}

int main(void)
{
    pthread_t thread;
    pthread_barrier_init(&barrier, NULL, 2);
    pthread_create(&thread, NULL, work, NULL);
    pthread_barrier_init(&barrier, NULL, 2); // <- violation
    pthread_barrier_wait(&barrier);
    pthread_join(thread, NULL);
}
