// expect: safe
// executions: none=2 classic=2 source=2 optimal=2
// Cells are of 4 bytes: neighbouring bytes count as one.
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static _Alignas(4) char c[4];

static void *t1(void *argument)
{
    pthread_mutex_lock(&lock);
    c[0]++;
    pthread_mutex_unlock(&lock);
    return argument;
}

static void *t2(void *argument)
{
    pthread_mutex_lock(&lock);
    c[1]++;
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
    assert(c[0] == 1 && c[1] == 1);
    return 0;
}
