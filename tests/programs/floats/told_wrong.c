// expect: violation
// kinds: assertion
// text: ^  __VERIFIER_nondet_float\(\) = 1\.\d+ \(bits 0x3fc[0-9a-f]{5}\)$
// text: ^  __VERIFIER_nondet_double\(\) = 2\.5 \(bits 0x4004000000000000\)$
#include <assert.h>
extern float __VERIFIER_nondet_float(void);
extern double __VERIFIER_nondet_double(void);

int main(void)
{
    float single = __VERIFIER_nondet_float();
    double precise = __VERIFIER_nondet_double();
    if (single > 1.5f && single < 1.51f && precise == 2.5)
        assert(0); // <- violation
    return 0;
}
