// expect: safe
// executions: none=2 classic=1 source=1 optimal=1
// What both sections only read is no conflict.
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int table[4], x, y;

static void *t1(void *argument)
{
    pthread_mutex_lock(&lock);
    x = table[1];
    pthread_mutex_unlock(&lock);
    return argument;
}

static void *t2(void *argument)
{
    pthread_mutex_lock(&lock);
    y = table[1];
    pthread_mutex_unlock(&lock);
    return argument;
}

int main(void)
{
    table[1] = 7;
    pthread_t a, b;
    pthread_create(&a, NULL, t1, NULL);
    pthread_create(&b, NULL, t2, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(x == 7 && y == 7);
    return 0;
}
