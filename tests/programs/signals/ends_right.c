// expect: safe
// By default most signals end the program, without the handlers of atexit.
#include <assert.h>
#include <signal.h>
#include <stdlib.h>

static void never(void)
{
    assert(0);
}

int main(void)
{
    atexit(never);
    raise(SIGTERM);
    assert(0);
    return 0;
}
