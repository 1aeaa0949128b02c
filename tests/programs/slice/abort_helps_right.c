// expect: safe
// heddle: --property=abort --independence=none
// executions: source=12 optimal=12 default=3
// Whether abort() is reached depends on two writes and a test of one variable, which come in 3 orders. The other variable
// that both threads increment has 4, and does not matter.
#include <pthread.h>
#include <stdlib.h>

static int tested, counted;

static void *t1(void *argument)
{
    counted++;
    tested = 1;
    tested = 2;
    return argument;
}

static void *t2(void *argument)
{
    counted++;
    if (tested == 3)
        abort();
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
