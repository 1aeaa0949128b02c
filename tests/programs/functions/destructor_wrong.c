// expect: violation
// kinds: assertion
// Destructors run after main.
#include <assert.h>

static int closed;

__attribute__((destructor)) static void check(void)
{
    assert(closed); // <- violation
}

int main(void)
{
    closed = 0;
    return 0;
}
