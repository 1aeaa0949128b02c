// expect: safe
// Waiting for a spin lock blocks the thread; it is no loop.
#include <assert.h>
#include <pthread.h>

static pthread_spinlock_t lock;
static int counter;

static void *worker(void *argument)
{
    pthread_spin_lock(&lock);
    counter++;
    pthread_spin_unlock(&lock);
    return argument;
}

int main(void)
{
    assert(pthread_spin_init(&lock, PTHREAD_PROCESS_PRIVATE) == 0);
    pthread_t t;
    pthread_create(&t, NULL, worker, NULL);
    worker(NULL);
    pthread_join(t, NULL);
    assert(counter == 2);
    assert(pthread_spin_destroy(&lock) == 0);
    return 0;
}
