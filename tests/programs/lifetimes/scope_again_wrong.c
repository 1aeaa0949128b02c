// expect: violation
// kinds: assertion
// A variable of a block has no content when the block is entered again.
#include <assert.h>

static int *kept;

static void keep(int *p)
{
    kept = p;
}

int main(void)
{
    for (int k = 0; k < 2; k++) {
        int local;
        keep(&local);
        if (k == 1)
            assert(*kept == 7); // <- violation
        local = 7;
    }
    return 0;
}
