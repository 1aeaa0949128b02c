// expect: violation
// kinds: assertion
// The last comparator is missing: 3 2 1 becomes 2 1 3.
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

static void order(int *a, int *b)
{
    if (*a > *b) {
        int t = *a;
        *a = *b;
        *b = t;
    }
}

int main(void)
{
    int x[3];
    for (int i = 0; i < 3; i++)
        x[i] = __VERIFIER_nondet_int();
    order(&x[0], &x[1]);
    order(&x[1], &x[2]);
    assert(x[0] <= x[1] && x[1] <= x[2]); // <- violation
    return 0;
}
