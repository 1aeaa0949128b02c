// clang: -std=c99 -Wall -Wextra -g0
// expect: safe
// Whatever debug options the user gives.
#include <assert.h>

inline static int twice(int x)
{
    return 2 * x;
}

int main(void)
{
    assert(twice(4) == 8);
    return 0;
}
