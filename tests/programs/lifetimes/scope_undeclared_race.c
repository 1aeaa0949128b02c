// expect: inconclusive
// message: whose block may have ended
// heddle: --property=data-race
// The scope of `v` is that of the outer block, which cannot be known: that the inner one ends is no race with the thread.
#include <pthread.h>

static int sum;

static void *thread(void *argument)
{
    *(int *)argument = 2;
    return 0;
}

int main(void)
{
    pthread_t t;
    switch (pthread_self() != 0) {
        int v;
    case 1: {
        v = 1;
        pthread_create(&t, 0, thread, &v);
    }
        sum++;
        pthread_join(t, 0);
        break;
    default: return 0;
    }
    return 0;
}
