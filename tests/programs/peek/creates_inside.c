// expect: safe
// A section creates a thread that wants the lock.
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int x, y;

static void *inner(void *argument)
{
    pthread_mutex_lock(&lock);
    x++;
    pthread_mutex_unlock(&lock);
    return argument;
}

static void *t1(void *argument)
{
    pthread_mutex_lock(&lock);
    pthread_t t;
    pthread_create(&t, NULL, inner, NULL);
    pthread_mutex_unlock(&lock);
    pthread_join(t, NULL);
    return argument;
}

static void *t2(void *argument)
{
    pthread_mutex_lock(&lock);
    y++;
    pthread_mutex_unlock(&lock);
    return argument;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, NULL, t1, NULL);
    pthread_create(&b, NULL, t2, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(x == 1 && y == 1);
    return 0;
}
