// expect: violation
// kinds: assertion
// AGA figure 9 with an assertion that only one order of the last writes satisfies; threads created as printed.
#include <assert.h>
#include <pthread.h>

static int a;

static void *t1(void *argument)
{
    a = 1;
    a = 2;
    return argument;
}

static void *t2(void *argument)
{
    a = 3;
    a = 4;
    return argument;
}

int main(void)
{
    pthread_t first, second;
    pthread_create(&first, NULL, t1, NULL);
    pthread_create(&second, NULL, t2, NULL);
    pthread_join(first, NULL);
    pthread_join(second, NULL);
    assert(a != 2); // <- violation
    return 0;
}
