// expect: violation
// kinds: assertion
// A thread reads the variable while others write it: all orders matter, which is learnt after some have been left out.
#include <assert.h>
#include <pthread.h>

static int x, go;

static void *t1(void *argument)
{
    x = 1;
    x = 2;
    go = 1;
    return argument;
}

static void *t2(void *argument)
{
    x = 3;
    if (go) {
        int seen = x;
        assert(seen != 2); // <- violation
    }
    return argument;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, NULL, t1, NULL);
    pthread_create(&b, NULL, t2, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
