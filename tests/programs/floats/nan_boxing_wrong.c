// expect: violation
// kinds: assertion
// Values boxed into what is not a number: the sum of two numbers must not look like a box.
#include <assert.h>
#include <stdint.h>
#include <string.h>
extern double __VERIFIER_nondet_double(void);

static int is_boxed(double value)
{
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    return bits >> 48 == 0xfff8;
}

int main(void)
{
    double a = __VERIFIER_nondet_double(), b = __VERIFIER_nondet_double();
    if (a != a || b != b)
        return 0;
    assert(!is_boxed(a + b)); // <- violation
    return 0;
}
