// expect: violation
// kinds: memory
#include <stdlib.h>

int main(void)
{
    size_t n = 0;
    char *p = malloc(n);
    p[0] = 1; // <- violation
    free(p);
    return 0;
}
