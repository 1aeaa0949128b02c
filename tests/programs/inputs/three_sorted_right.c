// expect: safe
// A sorting network of three comparators sorts every input.
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
    order(&x[0], &x[1]);
    assert(x[0] <= x[1] && x[1] <= x[2]);
    return 0;
}
