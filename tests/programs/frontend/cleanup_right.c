// heddle: --property=assertion,memory,leak
// expect: safe
// The cleanup attribute runs on every way out of the block.
#include <assert.h>
#include <stdlib.h>

static int released;

static void release(char **p)
{
    free(*p);
    released++;
}

static int use(int early)
{
    __attribute__((cleanup(release))) char *buffer = malloc(8);
    buffer[0] = 1;
    if (early)
        return 1;
    for (int i = 0; i < 2; i++) {
        __attribute__((cleanup(release))) char *inner = malloc(1);
        inner[0] = 2;
        if (i == 1)
            break;
    }
    return 2;
}

int main(void)
{
    assert(use(1) == 1 && released == 1);
    assert(use(0) == 2 && released == 4);
    return 0;
}
