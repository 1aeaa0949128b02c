// heddle: --property=exit
// expect: violation
// kinds: exit
// A choice after main has returned, when no register holds the status any more: pruning must tell the executions apart.
#include <stdlib.h>

int __VERIFIER_nondet_int(void);
int seen;

__attribute__((destructor)) static void destructor(void)
{
    if (__VERIFIER_nondet_int() == 1)
        seen++;
}

int main(void)
{
    if (__VERIFIER_nondet_int() == 1)
        return 1;
    return 0;
} // <- violation
