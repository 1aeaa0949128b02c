// expect: violation
// kinds: deadlock
// message: spins for ever
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_int lock;

static void *worker(void *argument)
{
    int expected = 0;
    while (!atomic_compare_exchange_strong(&lock, &expected, 1))
        expected = 0;
    if (argument)
        atomic_store(&lock, 0);
    return NULL;
}

int main(void)
{
    pthread_t t, u;
    pthread_create(&t, NULL, worker, NULL);
    pthread_create(&u, NULL, worker, &lock);
    pthread_join(t, NULL);
    pthread_join(u, NULL);
    return 0;
}
