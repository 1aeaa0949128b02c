// expect: safe
// CTP figure 9 (a): the two accesses between the marks are meant to be atomic. The other thread writes x only
// if it has read another value than 0, which is there only once the first one is through. Whoever leaves
// values out takes t1 t3 t4 t5 t2 for an order that violates atomicity. (Nothing violates what is asked for
// by default.)
#include <heddle.h>
#include <pthread.h>

static int x;

static void *first(void *argument)
{
    heddle_atomic_begin();
    int a = x;
    x = a + 1;
    heddle_atomic_end();
    return argument;
}

static void *second(void *argument)
{
    int b = x;
    if (b > 0)
        x = b + 1;
    return argument;
}

int main(void)
{
    pthread_t t1, t2;
    pthread_create(&t1, NULL, first, NULL);
    pthread_create(&t2, NULL, second, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    return 0;
}
