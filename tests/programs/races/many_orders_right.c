// Two threads that take a lock in turns: the orders are more than anybody can execute, the states are few.
// heddle: --property=data-race
// expect: safe
// por: default
#include <pthread.h>
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int total;

static void *adder(void *argument)
{
    (void)argument;
    for (int i = 0; i < 24; i++) {
        pthread_mutex_lock(&lock);
        total++;
        pthread_mutex_unlock(&lock);
    }
    return NULL;
}

int main(void)
{
    pthread_t threads[2];
    for (int i = 0; i < 2; i++)
        pthread_create(&threads[i], NULL, adder, NULL);
    for (int i = 0; i < 2; i++)
        pthread_join(threads[i], NULL);
    return total == 48 ? 0 : 1;
}
