// expect: safe
// The bits are open, and they are those of one result: a copy has them, too, and whoever looks again finds the same. What
// is a number, or comes from an integer, has no such choice, nor has the result's quiet bit.
#include <assert.h>
#include <math.h>
#include <pthread.h>
#include <stdint.h>
#include <string.h>
extern float __VERIFIER_nondet_float(void);
static float shared;

static void *reader(void *argument)
{
    float mine = shared;
    uint32_t a, b;
    memcpy(&a, &mine, sizeof a);
    memcpy(&b, &shared, sizeof b);
    assert(a == b);
    return argument;
}

int main(void)
{
    float x = __VERIFIER_nondet_float(), copy;
    pthread_t thread;
    shared = x - x;
    copy = shared;
    pthread_create(&thread, NULL, reader, NULL);
    uint32_t a, b, c;
    memcpy(&a, &shared, sizeof a);
    memcpy(&b, &copy, sizeof b);
    float negated = -copy;
    memcpy(&c, &negated, sizeof c);
    assert(a == b && (b ^ c) == 0x80000000u && !memcmp(&copy, &shared, sizeof copy));
    assert(a == 0 || ((a & 0x7fc00000) == 0x7fc00000 && isnan(shared)));
    pthread_join(thread, NULL);
    return 0;
}
