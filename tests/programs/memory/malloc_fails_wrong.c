// heddle: --malloc-may-fail
// expect: violation
// kinds: memory
#include <stdlib.h>

int main(void)
{
    int *p = malloc(sizeof *p);
    *p = 1; // <- violation
    free(p);
    return 0;
}
