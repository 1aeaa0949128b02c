// expect: violation
// kinds: arithmetic
#include <limits.h>
#include <stdlib.h>

int main(void)
{
    long *x = malloc(2 * sizeof *x);
    x[0] = LONG_MIN;
    x[1] = -1;
    return x[0] % x[1] == 0; // <- violation
}
