// expect: safe
#include <stdlib.h>

int main(void)
{
    int *p = NULL;
    free(p);
    p = malloc(sizeof *p);
    free(p);
    p = NULL;
    free(p);
    return 0;
}
