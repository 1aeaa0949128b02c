// expect: violation
// kinds: assertion
// heddle: --property=assertion --all
// Which function is called, by what another thread wrote: a call that looks irrelevant by one target is relevant by another.
#include <assert.h>
#include <pthread.h>

static int value, sink;

static void nothing(void)
{
    sink++;
}

static void change(void)
{
    value = 1;
}

static void (*_Atomic action)(void) = nothing;

static void *t1(void *argument)
{
    action = change;
    action = nothing;
    return argument;
}

static void *t2(void *argument)
{
    action();
    return argument;
}

int main(void)
{
    pthread_t t, u;
    pthread_create(&t, NULL, t1, NULL);
    pthread_create(&u, NULL, t2, NULL);
    pthread_join(t, NULL);
    pthread_join(u, NULL);
    assert(value == 0); // <- violation
    return 0;
}
