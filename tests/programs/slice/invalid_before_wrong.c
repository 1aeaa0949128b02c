// expect: violation
// kinds: assertion
// heddle: --property=assertion --all
// An irrelevant access is invalid in the order in which threads are made, and ends its thread before the assertion. It is
// learnt to matter, and the other order is found.
#include <assert.h>
#include <pthread.h>

static int flag = 1, small[1];

static void *t1(void *argument)
{
    small[flag * 1000] = 1;
    assert(small[0] == 2); // <- violation
    return argument;
}

static void *t2(void *argument)
{
    flag = 0;
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
