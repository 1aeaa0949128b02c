// expect: violation
// kinds: abort
#include <stdlib.h>

int main(void)
{
    int *p = malloc(sizeof *p);
    *p = 3;
    if (*p == 3)
        abort(); // <- violation
    free(p);
    return 0;
}
