// heddle: --slice=dynamic
// expect: violation
// kinds: assertion
// line: 27
// What reads the store is first met in a step that is only tried, to see whether the loop before it would end: nothing is
// learnt there, and must not be forgotten either.
#include <assert.h>
#include <pthread.h>

static int x;
static _Atomic int ready;

static void *set_ready(void *argument)
{
    ready = 1;
    return argument;
}

static void *set_x(void *argument)
{
    x = 3;
    return argument;
}

static void check(void)
{
    assert(x != 0);
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, NULL, set_x, NULL);
    pthread_create(&b, NULL, set_ready, NULL);
    while (!ready)
        ;
    check();
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
