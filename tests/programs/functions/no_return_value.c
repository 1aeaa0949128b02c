// expect: violation
// kinds: assertion
// clang: -Wno-return-type
// text: ^  the value of sign\(\), which ends without return = 3$
// text: !uninitialised variable
// A function that falls off its end gives whatever value.
#include <assert.h>

static int sign(int x)
{
    if (x)
        return x > 0 ? 1 : -1;
}

int main(void)
{
    assert(sign(0) != 3); // <- violation
    return 0;
}
