// expect: safe
// executions: none=2 classic=2 source=2 optimal=2
// A section of a recursive mutex in which it is locked again is real.
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP;
static int x, y, z;

static void *t1(void *argument)
{
    pthread_mutex_lock(&lock);
    pthread_mutex_lock(&lock);
    x++;
    pthread_mutex_unlock(&lock);
    y++;
    pthread_mutex_unlock(&lock);
    return argument;
}

static void *t2(void *argument)
{
    pthread_mutex_lock(&lock);
    z++;
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
    assert(x == 1 && y == 1 && z == 1);
    return 0;
}
