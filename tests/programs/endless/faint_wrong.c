// expect: violation
// kinds: deadlock
// message: thread main spins for ever
// por: optimal default
// A loop that nothing can end counts, in a function, and nobody looks at that.
#include <stdio.h>

static unsigned counted;
static _Thread_local double sum;

static unsigned count(unsigned *n)
{
    sum += *n;
    return ++*n;
}

int main(void)
{
    for (;;)
        count(&counted);
    return printf("%u\n", 1u);
}
