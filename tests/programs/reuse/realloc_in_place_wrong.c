// expect: violation
// kinds: assertion
// realloc may leave a block where it is.
#include <assert.h>
#include <stdlib.h>

int main(void)
{
    int *old = malloc(20), *new = realloc(old, 24);
    assert(new != old); // <- violation
    free(new);
}
