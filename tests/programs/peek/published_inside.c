// expect: violation
// kinds: assertion
// A section publishes memory of its own.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int *_Atomic shared;
static int y;

static void *t1(void *argument)
{
    pthread_mutex_lock(&lock);
    int *p = malloc(sizeof *p);
    *p = 1;
    shared = p;
    pthread_mutex_unlock(&lock);
    return argument;
}

static void *t2(void *argument)
{
    int *p = shared;
    pthread_mutex_lock(&lock);
    if (p)
        y = *p;
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
    assert(y == 0);
    return 0;
}
