// expect: safe
#include <goblint.h>
int __VERIFIER_nondet_int(void);

int main(void)
{
    int x = __VERIFIER_nondet_int();
    __goblint_assume(x > 3);
    __goblint_split_begin(x);
    __goblint_check(x != 3);
    __goblint_split_end(x);
    return 0;
}
