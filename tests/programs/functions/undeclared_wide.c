// expect: inconclusive
// files: support/undeclared.c
// message: a call of `twice` with other types than those of its definition
// What the upper half of the argument would be is not known.
#include <assert.h>

int __VERIFIER_nondet_int(void);

int main(void)
{
    int number = __VERIFIER_nondet_int();
    assert(twice(number) != 42);
    return 0;
}
