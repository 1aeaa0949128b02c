// expect: safe
// heddle: --property=arithmetic --independence=none
// executions: source=12 optimal=12 default=3
// The divisor is written twice by one thread and read by the other: 3 orders. The counter has 4, and divides nothing.
#include <pthread.h>

static int divisor = 1, counted, result;

static void *t1(void *argument)
{
    counted++;
    divisor = 2;
    divisor = 3;
    return argument;
}

static void *t2(void *argument)
{
    counted++;
    result = 12 / divisor;
    return argument;
}

int main(void)
{
    pthread_t t, u;
    pthread_create(&t, NULL, t1, NULL);
    pthread_create(&u, NULL, t2, NULL);
    pthread_join(t, NULL);
    pthread_join(u, NULL);
    return 0;
}
