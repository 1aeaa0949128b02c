// heddle: --malloc-may-fail
// expect: safe
#include <assert.h>
#include <stdlib.h>

int main(void)
{
    int *p = malloc(sizeof *p);
    if (!p)
        return 1;
    *p = 1;
    int *bigger = realloc(p, 2 * sizeof *p);
    if (!bigger) {
        assert(*p == 1); // a failed realloc leaves the old block alone
        free(p);
        return 1;
    }
    assert(bigger[0] == 1);
    free(bigger);
    return 0;
}
