// expect: safe
#include <assert.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

static int by_value(const void *a, const void *b)
{
    int x = *(const int *)a, y = *(const int *)b;
    return (x > y) - (x < y);
}

int main(void)
{
    int x[3];
    for (int i = 0; i < 3; i++)
        x[i] = __VERIFIER_nondet_int();
    int sum = (int)((unsigned)x[0] + (unsigned)x[1] + (unsigned)x[2]);
    qsort(x, 3, sizeof x[0], by_value);
    assert(x[0] <= x[1] && x[1] <= x[2]);
    assert(sum == (int)((unsigned)x[0] + (unsigned)x[1] + (unsigned)x[2]));
    return 0;
}
