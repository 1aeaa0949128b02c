// expect: violation
// kinds: memory
// The fault is there, whatever a handler makes of it.
#include <signal.h>
#include <stdlib.h>

static void end(int number)
{
    (void)number;
    _Exit(0);
}

int main(void)
{
    int *volatile none = NULL;
    signal(SIGSEGV, end);
    return *none;
}
