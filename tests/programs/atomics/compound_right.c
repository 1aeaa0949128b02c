// expect: safe
// Compound assignment on an _Atomic object is one atomic operation, whatever the operator.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static _Atomic int x = 1;

static void *worker(void *argument)
{
    x += 3;
    return argument;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, worker, NULL);
    x *= 2;
    pthread_join(t, NULL);
    assert(x == 8 || x == 5);
    x++;
    --x;
    x |= 64;
    x %= 60;
    x <<= 1;
    assert(x >= 0);
    return 0;
}
