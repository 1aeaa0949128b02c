// expect: violation
// kinds: assertion
// One of the two forgets the lock.
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int counter;

static void *worker(void *argument)
{
    pthread_mutex_lock(&lock);
    counter++;
    pthread_mutex_unlock(&lock);
    return argument;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, worker, NULL);
    counter++;
    pthread_join(t, NULL);
    assert(counter == 2); // <- violation
    return 0;
}
