// expect: violation
// kinds: assertion
#include <assert.h>

static int ready;

__attribute__((constructor)) static void check(void)
{
    assert(ready); // <- violation
}

int main(void)
{
    ready = 1;
    return 0;
}
