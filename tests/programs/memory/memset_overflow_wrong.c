// expect: violation
// kinds: memory
// The size of the pointer's target times one too many.
#include <stdlib.h>
#include <string.h>

int main(void)
{
    int *a = malloc(3 * sizeof *a);
    size_t n = 4;
    memset(a, 0, n * sizeof *a); // <- violation
    free(a);
    return 0;
}
