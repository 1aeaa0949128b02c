// expect: violation
// kinds: assertion
// heddle: --property=assertion --all
// Whether a lock is held decides what is written, though all that is done under it is irrelevant.
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int value, sink;

static void *t1(void *argument)
{
    pthread_mutex_lock(&lock);
    sink++;
    pthread_mutex_unlock(&lock);
    return argument;
}

static void *t2(void *argument)
{
    if (pthread_mutex_trylock(&lock) == 0)
        pthread_mutex_unlock(&lock);
    else
        value = 1;
    return argument;
}

int main(void)
{
    pthread_t t, u;
    pthread_create(&t, NULL, t1, NULL);
    pthread_create(&u, NULL, t2, NULL);
    pthread_join(t, NULL);
    pthread_join(u, NULL);
    assert(value == 0); // <- violation
    return 0;
}
