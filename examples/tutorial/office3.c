// expect: safe
// The tutorial's third version (docs/tutorial.md): right for any number of seats.
#include <heddle.h>
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int seats, sold;

static void *counter(void *unused)
{
    (void)unused;
    pthread_mutex_lock(&lock);
    if (sold < seats)
        sold++;
    pthread_mutex_unlock(&lock);
    return NULL;
}

int main(void)
{
    pthread_t counters[3];
    heddle_symbolic(&seats, sizeof seats, "seats");
    heddle_assume(seats >= 0);
    for (int i = 0; i < 3; i++)
        pthread_create(&counters[i], NULL, counter, NULL);
    for (int i = 0; i < 3; i++)
        pthread_join(counters[i], NULL);
    heddle_assert(sold == (seats < 3 ? seats : 3));
    return 0;
}
