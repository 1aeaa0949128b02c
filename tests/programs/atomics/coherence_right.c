// expect: safe
// All threads see the writes of one variable in one order.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int x;

static void *writer(void *argument)
{
    x = 1;
    x = 2;
    return argument;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, writer, NULL);
    int first = x, second = x;
    assert(first <= second);
    pthread_join(t, NULL);
    return 0;
}
