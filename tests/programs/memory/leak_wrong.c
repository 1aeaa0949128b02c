// heddle: --property=leak
// expect: violation
// kinds: leak
// The first block is lost when its only pointer is overwritten.
#include <stdlib.h>

int main(void)
{
    int *p = malloc(sizeof *p);
    *p = 1;
    p = malloc(sizeof *p);
    free(p);
    return 0;
}
