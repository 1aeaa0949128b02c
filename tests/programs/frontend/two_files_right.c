// files: support/counter.c
// expect: safe
// Two translation units: a shared variable, and static functions of the same name.
#include "support/counter.h"

#include <assert.h>

static int step(void)
{
    return 10;
}

int main(void)
{
    counter = 5;
    counter_advance(); // by the other file's step
    counter += step();
    assert(counter == 17);
    return 0;
}
