// expect: safe
// heddle: --property=memory --independence=none
// executions: source=4 optimal=4 default=1
// What is in a variable cannot make its accesses invalid, and it never ends: two threads increment it, in 4 orders, and the
// other addresses are always the same. One execution.
#include <pthread.h>

static int counted, items[4];

static void *t1(void *argument)
{
    counted++;
    items[1] = 1;
    return argument;
}

static void *t2(void *argument)
{
    counted++;
    items[2] = 1;
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
