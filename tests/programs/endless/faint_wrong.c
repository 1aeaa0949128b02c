// expect: violation
// kinds: deadlock
// message: thread main spins for ever
// por: optimal default
// A loop that nothing ends counts, in a function, and nobody looks at that.
#include <stdio.h>

static unsigned counted;
static int end;
static _Thread_local double sum;

static unsigned count(unsigned *n)
{
    sum += *n;
    return ++*n;
}

int main(void)
{
    while (!end)
        count(&counted);
    return printf("%u\n", 1u);
}
