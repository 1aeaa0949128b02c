// expect: safe
// executions: none=2 classic=1 source=1 optimal=1
// Loops inside.
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int data[100];

static void *t1(void *argument)
{
    pthread_mutex_lock(&lock);
    for (int i = 0; i < 50; i++)
        data[i] += i;
    pthread_mutex_unlock(&lock);
    return argument;
}

static void *t2(void *argument)
{
    pthread_mutex_lock(&lock);
    for (int i = 50; i < 100; i++)
        data[i] += i;
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
    for (int i = 0; i < 100; i++)
        assert(data[i] == i);
    return 0;
}
