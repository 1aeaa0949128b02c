// expect: safe
// A branch on memory never written goes both ways; that alone is a warning.
#include <stdlib.h>

int main(void)
{
    int *p = malloc(sizeof *p);
    int x = 0;
    if (*p == 5)
        x = 1;
    free(p);
    return x;
}
