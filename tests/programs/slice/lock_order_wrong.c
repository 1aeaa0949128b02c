// expect: violation
// kinds: assertion
// heddle: --property=assertion --all
// What is done under a lock is in the slice, and the lock is not: it is learnt to matter when it makes a thread wait. The
// assertion holds in every order of the sections but one.
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int value = 1;

static void *t1(void *argument)
{
    pthread_mutex_lock(&lock);
    value += 2;
    pthread_mutex_unlock(&lock);
    return argument;
}

static void *t2(void *argument)
{
    pthread_mutex_lock(&lock);
    value *= 3;
    pthread_mutex_unlock(&lock);
    return argument;
}

int main(void)
{
    pthread_t t, u;
    pthread_create(&t, NULL, t1, NULL);
    pthread_create(&u, NULL, t2, NULL);
    pthread_join(t, NULL);
    pthread_join(u, NULL);
    assert(value != 5); // <- violation
    return 0;
}
