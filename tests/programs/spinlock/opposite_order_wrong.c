// expect: violation
// kinds: deadlock
#include <pthread.h>

static pthread_spinlock_t a, b;

static void *worker(void *argument)
{
    pthread_spin_lock(&b);
    pthread_spin_lock(&a);
    pthread_spin_unlock(&a);
    pthread_spin_unlock(&b);
    return argument;
}

int main(void)
{
    pthread_spin_init(&a, 0);
    pthread_spin_init(&b, 0);
    pthread_t t;
    pthread_create(&t, NULL, worker, NULL);
    pthread_spin_lock(&a);
    pthread_spin_lock(&b);
    pthread_spin_unlock(&b);
    pthread_spin_unlock(&a);
    pthread_join(t, NULL);
    return 0;
}
