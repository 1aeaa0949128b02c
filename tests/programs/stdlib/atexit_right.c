// expect: safe
// output: body\nsecond\nfirst\n
// Handlers run in reverse order of registration, after main returns.
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>

static int step;

static void first(void)
{
    assert(step == 1);
    puts("first");
}

static void second(void)
{
    assert(step == 0);
    step = 1;
    puts("second");
}

int main(void)
{
    assert(atexit(first) == 0);
    assert(atexit(second) == 0);
    puts("body");
    return 0;
}
