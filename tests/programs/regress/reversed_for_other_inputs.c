// heddle: --independence=none
// expect: safe
// executions: none=18 source=4 optimal=4
// The race of x is reversed together with what the other thread decided on its input meanwhile; for the inputs that
// decide otherwise it has to be reversed again.
#include <pthread.h>

int __VERIFIER_nondet_int(void);

static int x, y, z;

static void *decide(void *argument)
{
    if (__VERIFIER_nondet_int() < y)
        z = 1;
    return argument;
}

static void *read_x(void *argument)
{
    return x ? argument : 0;
}

int main(void)
{
    pthread_t first, second;
    pthread_create(&first, 0, read_x, 0);
    pthread_create(&second, 0, decide, 0);
    x = 1;
    return 0;
}
