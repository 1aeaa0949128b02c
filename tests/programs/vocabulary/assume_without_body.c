// expect: safe
// As by a header without a body: executions in which the condition does not hold are none.
#include <assert.h>

extern int __VERIFIER_nondet_int(void);
extern void assume_abort_if_not(int condition);

int main(void)
{
    int number = __VERIFIER_nondet_int();
    assume_abort_if_not(number > 3);
    assert(number != 2);
    return 0;
}
