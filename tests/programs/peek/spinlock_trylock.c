// expect: violation
// kinds: assertion
// A trylock sees that the section of the other thread is going on.
#include <assert.h>
#include <pthread.h>

static pthread_spinlock_t lock;
static int x, busy;

static void *t1(void *argument)
{
    pthread_spin_lock(&lock);
    x++;
    pthread_spin_unlock(&lock);
    return argument;
}

static void *t2(void *argument)
{
    if (pthread_spin_trylock(&lock) == 0)
        pthread_spin_unlock(&lock);
    else
        busy = 1;
    return argument;
}

int main(void)
{
    pthread_spin_init(&lock, 0);
    pthread_t a, b;
    pthread_create(&a, NULL, t1, NULL);
    pthread_create(&b, NULL, t2, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(!busy);
    return 0;
}
