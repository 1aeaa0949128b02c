// expect: safe
// heddle: --property=assertion --independence=none
// case: none=1 classic=1 source=1 optimal=1 default=1
// AGA figure 5: the slice of an assertion goes into a function through its parameters and comes back through its result.
// As printed, one thread runs: one execution. aga_figure5_threads.c has two.
#include <assert.h>

static int add(int a, int b)
{
    return a + b;
}

int main(void)
{
    int sum = 0;
    for (int i = 0; i < 11; i++)
        sum = add(sum, i);
    assert(sum == 55);
    return 0;
}
