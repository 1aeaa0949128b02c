// expect: safe
// executions: none=2 classic=1 source=1 optimal=1
// Memory of their own inside.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int x, y;

static void *t1(void *argument)
{
    pthread_mutex_lock(&lock);
    int *p = malloc(sizeof *p);
    *p = 1;
    x = *p;
    free(p);
    pthread_mutex_unlock(&lock);
    return argument;
}

static void *t2(void *argument)
{
    pthread_mutex_lock(&lock);
    int *p = malloc(sizeof *p);
    *p = 2;
    y = *p;
    free(p);
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
    assert(x == 1 && y == 2);
    return 0;
}
