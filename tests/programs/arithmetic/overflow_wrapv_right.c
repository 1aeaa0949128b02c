// heddle: --property=overflow,assertion
// clang: -fwrapv
// expect: safe
// With -fwrapv the language is another one: signed numbers wrap around.
#include <assert.h>
#include <limits.h>

static int add(int a, int b)
{
    return a + b;
}

int main(void)
{
    assert(add(INT_MAX, 1) == INT_MIN);
    return 0;
}
