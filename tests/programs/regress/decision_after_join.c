// heddle: --all --independence=none
// expect: violation
// kinds: assertion
// executions: none=102 source=14 optimal=14
// What main decides after its joins happens in the step that lets it go on, which may be its own read or the last step
// of a thread. It is no part of that event: in another place the event decides nothing.
#include <assert.h>
#include <pthread.h>

unsigned char __VERIFIER_nondet_uchar(void);

static int x, a[3];

static void *writer(void *argument)
{
    int n = __VERIFIER_nondet_uchar();
    x = n;
    a[n & 1] ^= 255;
    return argument;
}

static void *reader(void *argument)
{
    assert(a[x & 1] == 0); // <- violation
    return argument;
}

int main(void)
{
    pthread_t first, second;
    pthread_create(&first, 0, reader, 0);
    pthread_create(&second, 0, writer, 0);
    int seen = x;
    pthread_join(first, 0);
    pthread_join(second, 0);
    assert(a[1] >= 3); // <- violation
    return seen;
}
