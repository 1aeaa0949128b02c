// expect: safe
// heddle: --independence=none
// case: N=1 none=2 classic=2 source=2 optimal=2
// case: N=2 none=6 source=4 optimal=4
// case: N=3 none=24 source=8 optimal=8
// case: N=4 none=120 source=16 optimal=16
// case: N=5 none=720 source=32 optimal=32
// case: N=6 source=64 optimal=64
// case: N=7 source=128 optimal=128
// case: N=8 source=256 optimal=256
// One thread writes a variable, N threads read it: (N + 1)! orders. Reads do not conflict, so each is before the write or
// after it, 2^N traces.
#include <assert.h>
#include <pthread.h>

static int x;

static void *put(void *argument)
{
    x = 1;
    return argument;
}

static void *get(void *argument)
{
    int seen = x;
    assert(seen == 0 || seen == 1);
    return argument;
}

int main(void)
{
    pthread_t writer, readers[N];
    pthread_create(&writer, NULL, put, NULL);
    for (int i = 0; i < N; i++)
        pthread_create(&readers[i], NULL, get, NULL);
    pthread_join(writer, NULL);
    for (int i = 0; i < N; i++)
        pthread_join(readers[i], NULL);
    return 0;
}
