// expect: violation
// kinds: arithmetic
// The one quotient of two integers that does not fit; the machine instruction traps.
#include <limits.h>
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int x = __VERIFIER_nondet_int();
    int divisor = __VERIFIER_nondet_int();
    if (divisor == 0 || divisor < -1)
        return 0;
    return x / divisor == 5; // <- violation
}
