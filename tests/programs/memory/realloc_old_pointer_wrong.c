// expect: violation
// kinds: memory
// A grown block may stand elsewhere; pointers into the old one are dead.
#include <stdlib.h>

int main(void)
{
    int *a = malloc(2 * sizeof *a);
    a[0] = 1;
    int *first = &a[0];
    a = realloc(a, 1000 * sizeof *a);
    *first = 2; // <- violation
    free(a);
    return 0;
}
