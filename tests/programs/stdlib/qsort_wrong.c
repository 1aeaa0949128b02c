// expect: violation
// kinds: assertion
// The order compares by subtraction, which wraps around for numbers far apart.
#include <assert.h>
#include <limits.h>
#include <stdlib.h>

static int by_difference(const void *a, const void *b)
{
    return (int)(*(const unsigned *)a - *(const unsigned *)b);
}

int main(void)
{
    int x[2] = {2000000000, -2000000000};
    qsort(x, 2, sizeof x[0], by_difference);
    assert(x[0] <= x[1]); // <- violation
    return 0;
}
