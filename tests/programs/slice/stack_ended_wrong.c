// expect: violation
// kinds: assertion
// heddle: --property=assertion --all
// The same with the stack of a thread that ends: only the order of its end and the read of its variable decides.
#include <assert.h>
#include <pthread.h>

static int *_Atomic shared;

static void *t1(void *argument)
{
    int local = 3;
    shared = &local;
    return argument;
}

static void *t2(void *argument)
{
    int *found = shared;
    if (found)
        assert(*found != 3); // <- violation
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
