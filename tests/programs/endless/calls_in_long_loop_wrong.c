// expect: violation
// kinds: assertion
// A long loop that calls a function comes to its end: that its counter is not read in the function does not mean that
// nobody reads it.
#include <assert.h>

static int x;

static void set(void)
{
    x = 1;
}

int main(void)
{
    for (unsigned n = 0; n < 300000; n++)
        set();
    assert(!x); // <- violation
    return 0;
}
