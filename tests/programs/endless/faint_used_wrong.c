// expect: violation
// kinds: assertion
// por: optimal default
// One of two counters of a long loop ends it.
#include <assert.h>

static unsigned counted, x;

static void count(unsigned *n)
{
    ++*n;
}

int main(void)
{
    for (;;) {
        count(&counted);
        count(&x);
        if (x == 1200000)
            break;
    }
    assert(0); // <- violation
    return 0;
}
