// expect: violation
// kinds: assertion
// The tutorial's first version (docs/tutorial.md): two counters sell the seats of a theatre, and look before they sell.
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int seats = 1, sold;

static int seat_is_free(void)
{
    pthread_mutex_lock(&lock);
    int free = sold < seats;
    pthread_mutex_unlock(&lock);
    return free;
}

static void *counter(void *unused)
{
    (void)unused;
    if (seat_is_free()) {
        pthread_mutex_lock(&lock);
        sold++;
        pthread_mutex_unlock(&lock);
    }
    return NULL;
}

int main(void)
{
    pthread_t first, second;
    pthread_create(&first, NULL, counter, NULL);
    pthread_create(&second, NULL, counter, NULL);
    pthread_join(first, NULL);
    pthread_join(second, NULL);
    assert(sold <= seats);
    return 0;
}
