// expect: safe
#include <assert.h>
#include <stdarg.h>

static int twice(int count, va_list list)
{
    va_list again;
    va_copy(again, list);
    int total = 0;
    for (int i = 0; i < count; i++)
        total += va_arg(list, int);
    for (int i = 0; i < count; i++)
        total += 100 * va_arg(again, int);
    va_end(again);
    return total;
}

static int call(int count, ...)
{
    va_list list;
    va_start(list, count);
    int result = twice(count, list);
    va_end(list);
    return result;
}

int main(void)
{
    assert(call(3, 1, 2, 3) == 606);
    assert(call(8, 1, 1, 1, 1, 1, 1, 1, 1) == 808);
    return 0;
}
