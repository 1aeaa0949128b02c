// expect: violation
// kinds: deadlock
// message: spins for ever at .*spin_try_wrong.c:10
#include <pthread.h>

static pthread_spinlock_t lock;

static void *worker(void *argument)
{
    while (pthread_spin_trylock(&lock))
        ;
    return argument;
}

int main(void)
{
    pthread_t t;
    pthread_spin_init(&lock, 0);
    pthread_create(&t, NULL, worker, NULL);
    worker(NULL);
    pthread_join(t, NULL);
    return 0;
}
