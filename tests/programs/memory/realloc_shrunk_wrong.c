// expect: violation
// kinds: memory
#include <stdlib.h>

int main(void)
{
    char *a = malloc(8);
    a = realloc(a, 4);
    a[5] = 1; // <- violation
    free(a);
    return 0;
}
