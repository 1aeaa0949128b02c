// expect: inconclusive
// message: call of 'work', whose type is i32\(i32,i64\), as a function of type i32\(i32,i32\)
// An `int` among variable arguments of a function that has none and takes a `long` there.
#include <assert.h>

static int work(int a, long b)
{
    return a + (b > 5);
}

int main(void)
{
    int (*volatile pointer)(int, ...) = (int (*)(int, ...))work;
    assert(pointer(1, 7) == 2);
    return 0;
}
