// expect: safe
#include <assert.h>
#include <stdlib.h>

int main(void)
{
    long *a = calloc(5, sizeof *a);
    for (int i = 0; i < 5; i++)
        assert(a[i] == 0);
    free(a);
    char *none = malloc(0);
    free(none);
    return 0;
}
