// expect: violation
// kinds: deadlock
// Two consumers of one signal: the second waits for ever.
#include <pthread.h>
#include <stdatomic.h>

static atomic_int signal;

static void *worker(void *argument)
{
    int expected = 1;
    while (!atomic_compare_exchange_strong(&signal, &expected, 0))
        expected = 1;
    return argument;
}

int main(void)
{
    pthread_t t, u;
    pthread_create(&t, NULL, worker, NULL);
    pthread_create(&u, NULL, worker, NULL);
    signal = 1;
    pthread_join(t, NULL);
    pthread_join(u, NULL);
    return 0;
}
