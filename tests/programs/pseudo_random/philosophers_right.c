// Dining philosophers who think and eat for a random time, for ever. How long that is decides nothing, and so the state of the
// generator does not count, which is never seeded.
// expect: safe
// por: default
#include <pthread.h>
#include <stdlib.h>
#include <unistd.h>

enum { PHILOSOPHERS = 3 };

static pthread_mutex_t forks[PHILOSOPHERS];

static void *dine(void *argument)
{
    long left = (long)argument, right = (left + 1) % PHILOSOPHERS;
    long first = left < right ? left : right, second = left + right - first;
    for (;;) {
        usleep((unsigned)rand() % 1000);
        pthread_mutex_lock(&forks[first]);
        pthread_mutex_lock(&forks[second]);
        usleep((unsigned)rand() % 1000);
        pthread_mutex_unlock(&forks[second]);
        pthread_mutex_unlock(&forks[first]);
    }
    return NULL;
}

int main(void)
{
    pthread_t threads[PHILOSOPHERS];
    for (int i = 0; i < PHILOSOPHERS; i++)
        pthread_mutex_init(&forks[i], NULL);
    for (long i = 0; i < PHILOSOPHERS; i++)
        pthread_create(&threads[i], NULL, dine, (void *)i);
    for (int i = 0; i < PHILOSOPHERS; i++)
        pthread_join(threads[i], NULL);
    return 0;
}
