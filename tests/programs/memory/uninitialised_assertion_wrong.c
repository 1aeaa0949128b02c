// heddle: --property=uninitialised
// expect: violation
// kinds: uninitialised
#include <assert.h>
#include <stdlib.h>

int main(void)
{
    int *p = malloc(sizeof *p);
    assert(*p >= 0); // <- violation
    free(p);
    return 0;
}
