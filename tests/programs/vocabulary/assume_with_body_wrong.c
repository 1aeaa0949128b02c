// expect: violation
// kinds: abort
// message: is an assumption in SV-COMP's programs
// The program's own function is what it is.
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

void assume_abort_if_not(int condition)
{
    if (!condition)
        abort(); // <- violation
}

int main(void)
{
    assume_abort_if_not(__VERIFIER_nondet_int() > 3);
    return 0;
}
