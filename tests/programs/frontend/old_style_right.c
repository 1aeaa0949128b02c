// clang: -std=gnu89 -Wno-everything
// expect: safe
#include <assert.h>

int add(a, b)
    int a, b;
{
    return a + b;
}

implicit(x)
{
    return x * 2;
}

main()
{
    assert(add(implicit(3), later(4)) == 11);
    return 0;
}

int later(int x)
{
    return x + 1;
}
