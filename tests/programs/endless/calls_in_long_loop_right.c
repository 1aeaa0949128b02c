// expect: safe
// The same for loops of which the counter is in an outer frame, and between calls of library functions and divisions.
#include <assert.h>
#include <string.h>

static unsigned x;

static unsigned divide(unsigned n)
{
    char text[8];
    memset(text, (int)n, sizeof text);
    return n / (x + 1);
}

static unsigned inner(void)
{
    unsigned sum = 0;
    for (unsigned n = 0; n < 40000; n++)
        sum += divide(n) & 1;
    return sum;
}

int main(void)
{
    unsigned sum = 0;
    for (unsigned n = 0; n < 2; n++)
        sum += inner();
    assert(sum == 40000);
    return 0;
}
