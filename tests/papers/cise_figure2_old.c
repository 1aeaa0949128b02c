// expect: safe
// heddle: --independence=none
// executions: none=6 source=4 optimal=4
// CISE figure 2, old version. main plays thread 2. Two visible operations each: 6 interleavings, in 4 traces (x read
// before or after it is written, y likewise, in all combinations).
#include <assert.h>
#include <pthread.h>

static int x = 15, y = 5;

static void *t1(void *argument)
{
    int a = x;
    y = 10;
    assert(a >= 10);
    return argument;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, t1, NULL);
    x = 10;
    int b = y;
    assert(b >= 5);
    pthread_join(t, NULL);
    return 0;
}
