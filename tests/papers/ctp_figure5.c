// expect: violation
// kinds: assertion
// CTP figure 5: the first thread means to read what it has written. In the order in which the other one writes
// in between, it does not come to its third access: the failure is that of a prefix only.
// That x = 0 and the read of x are meant to be one is said by an assertion.
#include <assert.h>
#include <pthread.h>

static int x, y;

static void *first(void *argument)
{
    (void)argument;
    x = 0;
    int a = x + 1;
    assert(a == 1); // <- violation
    if (a == 1)
        y = 2;
    return 0;
}

static void *second(void *argument)
{
    (void)argument;
    x = 3;
    int b = y;
    (void)b;
    return 0;
}

int main(void)
{
    pthread_t t1, t2;
    pthread_create(&t1, 0, first, 0);
    pthread_create(&t2, 0, second, 0);
    pthread_join(t1, 0);
    pthread_join(t2, 0);
    return 0;
}
