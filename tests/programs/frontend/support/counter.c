#include "counter.h"

int counter;

static int step(void)
{
    return 2;
}

void counter_advance(void)
{
    counter += step();
}
