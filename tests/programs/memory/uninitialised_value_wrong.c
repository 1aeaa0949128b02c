// expect: violation
// kinds: assertion
// Memory never written holds any value, the worst one included.
#include <assert.h>
#include <stdlib.h>

int main(void)
{
    int *p = malloc(sizeof *p);
    assert(*p != 77); // <- violation
    free(p);
    return 0;
}
