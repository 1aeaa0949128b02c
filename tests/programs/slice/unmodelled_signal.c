// expect: inconclusive
// message: raise
// case: --property=assertion optimal default
// case: --property=lock optimal default
// A function of the runtime library that has no model at all.
#include <signal.h>

extern int __VERIFIER_nondet_int(void);

int main(void)
{
    if (__VERIFIER_nondet_int())
        raise(SIGUSR1);
    return 0;
}
