// expect: inconclusive
// message: waiting for a signal
// case: --property=assertion optimal default
// case: --property=lock optimal default
// A function of the runtime library that has no model at all.
#include <unistd.h>

extern int __VERIFIER_nondet_int(void);

int main(void)
{
    if (__VERIFIER_nondet_int())
        pause();
    return 0;
}
