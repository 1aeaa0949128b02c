// heddle: --property=exit
// expect: safe
// Of the status others see eight bits.
#include <stdlib.h>

int __VERIFIER_nondet_int(void);

int main(void)
{
    int status = __VERIFIER_nondet_int();
    if (status % 256 == 0)
        exit(status);
    return 512;
}
