// expect: safe
// Without --malloc-may-fail, malloc always succeeds.
#include <assert.h>
#include <stdlib.h>

int main(void)
{
    int *p = malloc(sizeof *p);
    assert(p != NULL);
    *p = 1;
    free(p);
    return 0;
}
