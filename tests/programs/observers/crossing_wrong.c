// expect: violation
// kinds: assertion
// heddle: --all
// executions: none=6 classic=3 source=3 optimal=3
// Two variables written in opposite orders. Three of the four combinations of last writes are possible; that x is t1's
// and y is t2's would need each thread's second write to come before the other's first.
#include <assert.h>
#include <pthread.h>

static int x, y;

static void *t1(void *argument)
{
    x = 1;
    y = 1;
    return argument;
}

static void *t2(void *argument)
{
    y = 2;
    x = 2;
    return argument;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, NULL, t1, NULL);
    pthread_create(&b, NULL, t2, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    int p = x, q = y;
    if (p == 1 && q == 1)
        assert(0); // <- violation
    if (p == 2)
        assert(q != 1); // <- violation
    assert(p + q != 4); // <- violation
    assert(p != 1 || q != 2);
    return 0;
}
