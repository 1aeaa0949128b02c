// expect: safe
// Arrays of variable length around setjmp are there after a jump, and each round has its own within.
#include <assert.h>
#include <setjmp.h>

static jmp_buf place;
static volatile int length = 3;

static void leave(int value)
{
    longjmp(place, value);
}

int main(void)
{
    volatile int rounds = 0;
    int around[length];
    around[2] = 7;
    int result = setjmp(place);
    assert(around[2] == 7 + rounds && result == rounds);
    if (rounds < 3) {
        int local[length + rounds];
        local[2 + rounds] = ++around[2];
        rounds++;
        leave(local[1 + rounds] - 7);
    }
    return 0;
}
