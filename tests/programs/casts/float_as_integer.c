// expect: inconclusive
// message: call of 'twice', whose type is f32\(f32\), as a function of type i32\(i32\)
// Words as wide, but one is passed in a register for floating-point numbers.
#include <assert.h>

static float twice(float x)
{
    return x + x;
}

int main(void)
{
    int (*volatile pointer)(int) = (int (*)(int))twice;
    assert(pointer(0) == 0);
    return 0;
}
