// expect: inconclusive
// message: call of 'sum', whose type is i32\(i32\), as a function of type i32\(i32,i32,i32\)
// A function of variable arguments, called as one of three: it may look for them where they are not.
#include <assert.h>
#include <stdarg.h>

static int sum(int count, ...)
{
    va_list list;
    int total = 0;
    va_start(list, count);
    while (count-- > 0)
        total += va_arg(list, int);
    va_end(list);
    return total;
}

int main(void)
{
    int (*volatile pointer)(int, int, int) = (int (*)(int, int, int))sum;
    assert(pointer(2, 3, 4) == 7);
    return 0;
}
