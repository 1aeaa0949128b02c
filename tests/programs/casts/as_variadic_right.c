// expect: safe
// Variable arguments of a function that has none are its parameters.
#include <assert.h>

static int work(int a, long b, double c)
{
    return a + (b > 5) + (c > 0.5);
}

int main(void)
{
    int (*volatile pointer)(int, ...) = (int (*)(int, ...))work;
    assert(pointer(1, 7L, 1.0) == 3);
    return 0;
}
