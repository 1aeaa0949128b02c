// expect: safe
#include <assert.h>
#include <errno.h>
#include <pthread.h>

static pthread_spinlock_t lock;
static int inside;

static void *worker(void *argument)
{
    int result = pthread_spin_trylock(&lock);
    assert(result == 0 || result == EBUSY);
    if (result == 0) {
        inside = 1;
        assert(inside == 1);
        pthread_spin_unlock(&lock);
    }
    return argument;
}

int main(void)
{
    pthread_spin_init(&lock, 0);
    pthread_t t;
    pthread_create(&t, NULL, worker, NULL);
    pthread_spin_lock(&lock);
    inside = 2;
    assert(inside == 2);
    pthread_spin_unlock(&lock);
    pthread_join(t, NULL);
    return 0;
}
