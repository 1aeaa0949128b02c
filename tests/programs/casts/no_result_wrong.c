// expect: violation
// kinds: assertion
// The result of a function that returns none is anything.
#include <assert.h>

static void work(void *unused)
{
    (void)unused;
}

int main(void)
{
    int (*volatile pointer)(void *) = (int (*)(void *))work;
    int result = pointer(0);
    assert(result == 0);
    return 0;
}
