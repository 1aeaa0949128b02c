// expect: safe
#include <assert.h>
#include <stdarg.h>

static long sum(int count, ...)
{
    va_list list;
    va_start(list, count);
    long total = 0;
    for (int i = 0; i < count; i++)
        total += va_arg(list, int);
    va_end(list);
    return total;
}

static double mean(int count, ...)
{
    va_list list;
    va_start(list, count);
    double total = 0;
    for (int i = 0; i < count; i++)
        total += va_arg(list, double);
    va_end(list);
    return total / count;
}

int main(void)
{
    assert(sum(0) == 0);
    assert(sum(3, 1, -2, 3) == 2);
    assert(sum(12, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12) == 78); // registers, then the stack
    assert(mean(2, 1.5, 2.5) == 2.0);
    assert(mean(10, 1., 2., 3., 4., 5., 6., 7., 8., 9., 10.) == 5.5);
    return 0;
}
