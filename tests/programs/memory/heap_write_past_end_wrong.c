// expect: violation
// kinds: memory
#include <stdlib.h>

int main(void)
{
    int *a = malloc(4 * sizeof *a);
    for (int i = 0; i <= 4; i++)
        a[i] = i; // <- violation
    free(a);
    return 0;
}
