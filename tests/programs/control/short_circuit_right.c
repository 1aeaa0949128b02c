// expect: safe
// The right operand is evaluated only when it counts; otherwise it would fail.
#include <assert.h>
#include <stddef.h>
extern int __VERIFIER_nondet_int(void);

static int calls;

static int called(int result)
{
    calls++;
    return result;
}

int main(void)
{
    int *p = NULL;
    int value = 7;
    if (__VERIFIER_nondet_int() > 3)
        p = &value;
    if (p != NULL && *p == 7)
        assert(p == &value);
    int either = p == NULL || *p == 7;
    assert(either);
    assert(!(called(0) && called(1)) && calls == 1);
    assert((called(1) || called(0)) && calls == 2);
    int x = calls == 2 ? 5 : called(9);
    assert(x == 5 && calls == 2);
    return 0;
}
