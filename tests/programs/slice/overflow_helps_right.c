// expect: safe
// heddle: --property=overflow --independence=none
// executions: source=9 optimal=9 default=3
// A shift is by an amount that is written twice: 3 orders. Unsigned numbers, exchanged likewise, do not overflow.
#include <pthread.h>

static int amount = 1, result;
static unsigned number, seen;

static void *t1(void *argument)
{
    number = 1;
    number = 2;
    amount = 2;
    amount = 3;
    return argument;
}

static void *t2(void *argument)
{
    seen = number + 0xffffffffu;
    result = 1 << amount;
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
