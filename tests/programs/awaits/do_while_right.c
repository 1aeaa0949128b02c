// expect: safe
// clang: -m32
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static _Atomic(long long) wide;
static int data;

static void *worker(void *argument)
{
    data = 3;
    wide = 1LL << 40;
    return argument;
}

int main(void)
{
    pthread_t t;
    long long seen;
    pthread_create(&t, NULL, worker, NULL);
    do
        seen = wide;
    while (!(seen >> 40));
    assert(data == 3);
    pthread_join(t, NULL);
    return 0;
}
