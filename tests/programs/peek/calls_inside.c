// expect: safe
// executions: none=2 classic=1 source=1 optimal=1
// Calls inside.
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int x, y;

static void add(int *p, int n)
{
    int local[4] = {0, n, 0, 0};
    for (int i = 0; i < 4; i++)
        *p += local[i];
}

static void locked_add(int *p, int n)
{
    pthread_mutex_lock(&lock);
    add(p, n);
    pthread_mutex_unlock(&lock);
}

static void *t1(void *argument)
{
    locked_add(&x, 1);
    return argument;
}

static void *t2(void *argument)
{
    locked_add(&y, 2);
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
