// expect: violation
// kinds: assertion
// The processor's manuals leave open what bsr gives for zero: here it is any value.
#include <assert.h>

extern unsigned __VERIFIER_nondet_uint(void);

int main(void)
{
    unsigned x = __VERIFIER_nondet_uint(), highest = 40;
    __asm__("bsrl %1, %0" : "+r"(highest) : "r"(x));
    assert(highest < 32 || highest == 40); // <- violation
    return 0;
}
