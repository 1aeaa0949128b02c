// expect: violation
// kinds: memory
// heddle: --property=memory
// An index comes by way of a structure assignment from what another thread writes for a while; all values are irrelevant.
#include <pthread.h>

struct place {
    int tag, index;
};

static struct place wanted, copy;
static int items[4], sink;

static void *t1(void *argument)
{
    wanted.index = 4;
    wanted.index = 3;
    return argument;
}

static void *t2(void *argument)
{
    copy = wanted;
    sink = items[copy.index]; // <- violation
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
