// heddle: --property=assertion,arithmetic
// expect: safe
// text: the program ends with status 4 \(--property=exit looks for that\), at .*note_times_safe.c:17 \(2 times\)$
// In how many executions it does so is told, too.
#include <stdlib.h>

int __VERIFIER_nondet_int(void);

int main(void)
{
    int x = __VERIFIER_nondet_int(), y = 1;
    if (x == 2)
        return 0;
    if (x > 3)
        y = 2;
    if (10 / y != x)
        exit(4);
    return 0;
}
