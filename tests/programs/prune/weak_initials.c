// heddle: --prune=on --independence=none
// expect: violation
// kinds: assertion
// Found by the oracle (seed 300638): the sequence that reverses a race must not count as explored below an
// event that is merely independent of it, since the executions there may have been cut, and a cut adds threads
// to be explored, not sequences. The failure takes x1 = 1, x1 = -1, x0 = x1 + 2, then x0 ^= -1.
#include <assert.h>
#include <pthread.h>
static short x0 = 2;
static int x1 = 0;

static void *w2(void *argument)
{
    x1 = 1;
    x0 = x1 + 2;
    return argument;
}

static void *w1(void *argument)
{
    x0 ^= -1;
    return argument;
}

static void *w0(void *argument)
{
    x1 = -1;
    return argument;
}

int main(void)
{
    pthread_t a, b, c;
    pthread_create(&a, 0, w0, 0);
    pthread_create(&b, 0, w1, 0);
    pthread_create(&c, 0, w2, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    pthread_join(c, 0);
    long s0 = x0, s1 = x1;
    assert((s0 ^ -2) | (s1 ^ -1));
    return 0;
}
