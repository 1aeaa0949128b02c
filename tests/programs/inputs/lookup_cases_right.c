// expect: safe
// executions: none=4 classic=4
// Three feasible cases and the rest: four executions.
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

static int days(int month)
{
    switch (month) {
    case 2: return 28;
    case 4: return 30;
    case 12: return 31;
    default: return 0;
    }
}

int main(void)
{
    int n = days(__VERIFIER_nondet_int());
    assert(n == 28 || n == 30 || n == 31 || n == 0);
    return 0;
}
