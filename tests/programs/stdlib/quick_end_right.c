// expect: safe
// _Exit runs no handlers.
#include <assert.h>
#include <stdlib.h>

static void never(void)
{
    assert(0);
}

int main(void)
{
    atexit(never);
    _Exit(1);
}
