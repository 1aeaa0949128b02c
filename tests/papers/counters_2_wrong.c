// expect: violation
// kinds: assertion
// `counters` with two rounds and the bound one lower.
#include <assert.h>
#include <pthread.h>

static int i = 1, j = 1;

static void *t1(void *argument)
{
    i += j;
    i += j;
    return argument;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, t1, NULL);
    j += i;
    j += i;
    pthread_join(t, NULL);
    assert(i <= 7 && j <= 7); // <- violation
    return 0;
}
