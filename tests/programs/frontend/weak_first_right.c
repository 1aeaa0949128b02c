// files: support/weak_second.c
// expect: safe
// Of two weak definitions the one in the first file counts, which is the bigger one here: all but that file is linked first.
#include <assert.h>
#include <stdlib.h>

__attribute__((weak)) int level(void)
{
    return 1;
}

int other_level(void);

int main(void)
{
    int *levels = malloc(2 * sizeof *levels);
    if (!levels)
        return 0;
    levels[0] = level();
    levels[1] = other_level();
    assert(levels[0] == 1);
    assert(levels[1] == 1);
    free(levels);
    return 0;
}
