// expect: safe
// Handlers of at_quick_exit run, the last one first, and those of atexit do not.
#include <assert.h>
#include <stdlib.h>

static int calls;

static void first(void)
{
    assert(calls++ == 1);
}

static void second(void)
{
    assert(calls++ == 0);
}

static void never(void)
{
    assert(0);
}

int main(void)
{
    atexit(never);
    at_quick_exit(first);
    at_quick_exit(second);
    quick_exit(3);
}
