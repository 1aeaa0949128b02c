// expect: violation
// kinds: deadlock
// heddle: --property=deadlock
// One of two threads does not come to the barrier, if it saw a flag that is set for a while.
#include <pthread.h>

static pthread_barrier_t barrier;
static int flag;

static void *t1(void *argument)
{
    flag = 1;
    flag = 0;
    pthread_barrier_wait(&barrier);
    return argument;
}

static void *t2(void *argument)
{
    int seen = flag;
    if (seen)
        return argument;
    pthread_barrier_wait(&barrier);
    return argument;
}

int main(void)
{
    pthread_t t, u;
    pthread_barrier_init(&barrier, NULL, 2);
    pthread_create(&t, NULL, t1, NULL);
    pthread_create(&u, NULL, t2, NULL);
    pthread_join(t, NULL);
    pthread_join(u, NULL);
    return 0;
}
