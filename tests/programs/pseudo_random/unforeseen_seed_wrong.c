// The time is written to the seed at an address that the analysis does not follow: a distance to another variable, put together bit by
// bit. It sees a constant seed only; once the access is seen, no seed counts as the same in each run.
// por: none optimal default
// expect: violation
// kinds: assertion
// unforeseen: a distance to another variable
#include <assert.h>
#include <stdint.h>
#include <stdlib.h>
#include <time.h>

static unsigned seed = 42, base;
static uintptr_t given;

int main(void)
{
    uintptr_t distance = 0;
    given = (uintptr_t)&seed - (uintptr_t)&base;
    for (int k = 0; k < 64; k++)
        if (given >> k & 1)
            distance |= (uintptr_t)1 << k;
    *(unsigned *)((uintptr_t)&base + distance) = (unsigned)time(NULL);
    srand(seed);
    assert(rand() % 10 != 3); // <- violation
    return 0;
}
