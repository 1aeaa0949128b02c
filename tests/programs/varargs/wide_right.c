// expect: safe
#include <assert.h>
#include <stdarg.h>

struct wide {
    long double x;
    char tail;
};

static long read_wide(int unused, ...)
{
    va_list list;
    va_start(list, unused);
    long double a = va_arg(list, long double);
    __int128 b = va_arg(list, __int128);
    struct wide c = va_arg(list, struct wide);
    int d = va_arg(list, int);
    va_end(list);
    return (long)a + (long)(b >> 64) + (long)c.x + c.tail + d;
}

int main(void)
{
    struct wide c = {10.5L, 100};
    assert(read_wide(0, 2.5L, (__int128)7 << 64, c, 1000) == 2 + 7 + 10 + 100 + 1000);
    return 0;
}
