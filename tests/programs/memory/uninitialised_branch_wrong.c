// heddle: --property=uninitialised
// expect: violation
// kinds: uninitialised
#include <stdlib.h>

int main(void)
{
    int *p = malloc(2 * sizeof *p);
    p[0] = 1;
    int x = 0;
    if (p[0] + p[1] > 5) // <- violation
        x = 1;
    free(p);
    return x;
}
