#include "sections.h"

static int two(int x)
{
    return x + 2;
}

PLUGIN(third, two);

static int number __attribute__((section("numbers"), used)) = 5;

int other_number(void)
{
    return number;
}
