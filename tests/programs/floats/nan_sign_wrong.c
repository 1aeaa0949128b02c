// expect: violation
// kinds: assertion
// case: SIGN=0u RESULT=x-x default
// case: SIGN=1u RESULT=x-x default
// case: SIGN=0u RESULT=x/y default
// case: SIGN=1u RESULT=x/y default
// case: SIGN=0u RESULT=x*y default
// case: SIGN=1u RESULT=x*y default
// case: SIGN=0u RESULT=sqrtf(x) default
// case: SIGN=1u RESULT=sqrtf(x) default
// case: SIGN=0u RESULT=-(x-x) default
// case: SIGN=1u RESULT=-(x-x) default
// case: SIGN=0u RESULT=(float)((double)x-(double)x) default
// case: SIGN=1u RESULT=(float)((double)x-(double)x) default
// case: SIGN=0u RESULT=fmaf(x,y,x) default
// case: SIGN=1u RESULT=fmaf(x,y,x) default
// case: SIGN=0u RESULT=(y!=1?y:x-x) default
// case: SIGN=1u RESULT=(y!=1?y:x-x) default
// Which sign an operation's result has where it is not a number, IEEE 754 leaves open; x86 sets it, constant folding does
// not.
#include <assert.h>
#include <math.h>
#include <string.h>
extern float __VERIFIER_nondet_float(void);

int main(void)
{
    float x = __VERIFIER_nondet_float(), y = __VERIFIER_nondet_float(), result = RESULT;
    unsigned bits;
    if (isnan(x) || isnan(y))
        return 0;
    memcpy(&bits, &result, sizeof bits);
    assert(!isnan(result) || bits != (SIGN << 31 | 0x7fc00000)); // <- violation
    return 0;
}
