// heddle: --property=assertion
// expect: inconclusive
// message: where not all of assertion, abort, memory and arithmetic are asked for
// Where faults are not looked for, what their handlers do is not known.
#include <assert.h>
#include <signal.h>
#include <stdlib.h>

static void fail(int number)
{
    (void)number;
    assert(0);
}

int main(void)
{
    int *volatile none = NULL;
    signal(SIGSEGV, fail);
    return *none;
}
