// expect: violation
// kinds: deadlock
// message: spins for ever
// heddle: --property=deadlock
// The branch that leads to an endless loop is not in the loop, and the loop has no branch at all.
#include <pthread.h>

static int flag;
static volatile int sink;

static void forever(void)
{
    for (;;)
        sink = 1;
}

static void *work(void *argument)
{
    if (flag)
        forever();
    return argument;
}

static void *set(void *argument)
{
    flag = 1;
    return argument;
}

int main(void)
{
    pthread_t t, u;
    pthread_create(&u, NULL, work, NULL);
    pthread_create(&t, NULL, set, NULL);
    pthread_join(t, NULL);
    pthread_join(u, NULL);
    return 0;
}
