// expect: violation
// kinds: assertion
// heddle: --property=assertion --all
// An irrelevant loop that never ends in some orders. What comes after it is reached in the others.
#include <assert.h>
#include <pthread.h>

static int flag;
static volatile int sink;

static void *t1(void *argument)
{
    flag = 1;
    return argument;
}

static void *t2(void *argument)
{
    while (!flag)
        sink++;
    assert(sink < 0); // <- violation
    return argument;
}

int main(void)
{
    pthread_t t, u;
    pthread_create(&t, NULL, t1, NULL);
    pthread_join(t, NULL);
    pthread_create(&u, NULL, t2, NULL);
    pthread_join(u, NULL);
    return 0;
}
