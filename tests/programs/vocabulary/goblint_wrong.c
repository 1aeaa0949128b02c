// expect: violation
// kinds: assertion
#include <goblint.h>
int __VERIFIER_nondet_int(void);

int main(void)
{
    __goblint_check(__VERIFIER_nondet_int() != 3); // <- violation
    return 0;
}
