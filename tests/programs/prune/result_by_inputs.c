// heddle: --independence=none --all
// expect: violation
// kinds: assertion
// Found by the oracle (seed 700849): what a thread returned depends on an input, and main decides on it after
// the join. A summary from an execution in which the input was known not to be 1 must not cut one where it
// may be.
#include <assert.h>
#include <pthread.h>
#include <stdint.h>
unsigned char __VERIFIER_nondet_uchar(void);
int __VERIFIER_nondet_int(void);
static int64_t in[] = {1L << 40, 1L << 40};
static short x0 = 0;

static void *w1(void *argument)
{
    int l1 = __VERIFIER_nondet_uchar();
    in[0] = l1;
    if (l1 < x0) {
        int l2 = __VERIFIER_nondet_int();
        in[1] = l2;
    }
    return (void *)(int64_t)l1;
}
static void *w0(void *argument)
{
    x0 = 3;
    return argument;
}

int main(void)
{
    pthread_t a, b;
    void *r0 = 0, *r1 = 0;
    pthread_create(&a, 0, w0, 0);
    pthread_create(&b, 0, w1, 0);
    x0 = x0 - 1;
    pthread_join(a, &r0);
    pthread_join(b, &r1);
    int64_t s[] = {in[0], in[1], x0, (int64_t)r1};
    assert(!(s[3] == 1 && s[2] == 2 && s[0] == 1 && s[1] == 1L << 40));
    return 0;
}
