// expect: violation
// kinds: deadlock
// The tutorial's second version (docs/tutorial.md): one critical section, which a counter without seats leaves too early.
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int seats = 1, sold;

static void *counter(void *unused)
{
    (void)unused;
    pthread_mutex_lock(&lock);
    if (sold == seats)
        return NULL;
    sold++;
    pthread_mutex_unlock(&lock);
    return NULL;
}

int main(void)
{
    pthread_t counters[3];
    for (int i = 0; i < 3; i++)
        pthread_create(&counters[i], NULL, counter, NULL);
    for (int i = 0; i < 3; i++)
        pthread_join(counters[i], NULL);
    assert(sold <= seats);
    return 0;
}
