// expect: violation
// kinds: assertion
// heddle: --property=assertion --all
// A thread ends in a function that only does what is irrelevant, before it writes what is asserted, or does not.
#include <assert.h>
#include <pthread.h>

static int flag, value, sink;

static void count(void)
{
    sink++;
    if (flag)
        pthread_exit(NULL);
    sink++;
}

static void *t1(void *argument)
{
    flag = 1;
    return argument;
}

static void *t2(void *argument)
{
    count();
    value = 1;
    return argument;
}

int main(void)
{
    pthread_t t, u;
    pthread_create(&t, NULL, t1, NULL);
    pthread_create(&u, NULL, t2, NULL);
    pthread_join(t, NULL);
    pthread_join(u, NULL);
    assert(value == 1); // <- violation
    return 0;
}
