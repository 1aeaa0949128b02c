// heddle: --property=uninitialised
// expect: violation
// kinds: uninitialised
#include <stdlib.h>

static int table[4];

int main(void)
{
    unsigned *p = malloc(sizeof *p);
    int x = table[*p & 3]; // <- violation
    free(p);
    return x;
}
