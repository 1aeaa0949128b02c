// expect: safe
// What setjmp returns, in every expression in which C allows it, and from how deep: 0 becomes 1, and frames in between end.
#include <assert.h>
#include <setjmp.h>

int __VERIFIER_nondet_int(void);
static jmp_buf place;
static int went_on;

static void inner(int depth, int value)
{
    if (depth == 0)
        longjmp(place, value);
    inner(depth - 1, value);
    went_on++;
}

static int caught(int value)
{
    volatile int tries = 0;
    switch (setjmp(place)) {
    case 0: tries++; inner(3, value);
    case 1: assert(value == 0 || value == 1); return (int)tries;
    default: return 100 + (int)tries;
    }
}

static void often(void)
{
    volatile int tries = 0;
    if (setjmp(place) < 3) {
        tries++;
        longjmp(place, (int)tries);
    }
    assert(tries == 3);
    while (!setjmp(place))
        inner(tries, 5);
    assert(tries == 3);
}

int main(void)
{
    int value = __VERIFIER_nondet_int(), result = caught(value);
    assert(result == (value == 0 || value == 1 ? 1 : 101));
    often();
    assert(went_on == 0);
    return 0;
}
