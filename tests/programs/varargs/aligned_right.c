// expect: safe
// Types aligned to 16 bytes that come in two registers, where these are not used up, and in memory else;
// natively the same results.
#include <assert.h>
#include <stdarg.h>

typedef __int128 wide;
typedef struct {
    long a, b;
} __attribute__((aligned(16))) integers;
typedef struct {
    double a, b;
} __attribute__((aligned(16))) numbers;
typedef struct {
    long a;
    double b;
} mixed;

static long pair(long sum, long a, long b)
{
    return sum * 31 + a * 3 + b;
}

static long read_all(const char *kinds, ...)
{
    va_list list;
    va_start(list, kinds);
    long sum = 0;
    for (; *kinds; kinds++) {
        switch (*kinds) {
        case 'i': sum = sum * 31 + va_arg(list, int); break;
        case 'd': sum = sum * 31 + (long)va_arg(list, double); break;
        case 'l': sum = sum * 31 + (long)va_arg(list, long double); break;
        case 'w': {
            wide w = va_arg(list, wide);
            sum = pair(sum, (long)w, (long)(w >> 64));
            break;
        }
        case 'I': {
            integers s = va_arg(list, integers);
            sum = pair(sum, s.a, s.b);
            break;
        }
        case 'N': {
            numbers s = va_arg(list, numbers);
            sum = pair(sum, (long)s.a, (long)s.b);
            break;
        }
        case 'M': {
            mixed s = va_arg(list, mixed);
            sum = pair(sum, s.a, (long)s.b);
            break;
        }
        }
    }
    va_end(list);
    return sum;
}

int main(void)
{
    wide w = (wide)5 << 64 | 9;
    integers i = {3, 4};
    numbers n = {5, 6};
    mixed m = {7, 8};
    assert(read_all("iwi", 1, w, 2) == (1 * 31 + 32) * 31 + 2);
    assert(read_all("iIiNd", 1, i, 2, n, 3.0) == ((((1L * 31 + 13) * 31 + 2) * 31 + 21) * 31 + 3));
    assert(read_all("dNdM", 1., n, 2., m) == ((1L * 31 + 21) * 31 + 2) * 31 + 29);
    assert(read_all("iiiiiwi", 1, 2, 3, 4, 5, w, 6) ==
           ((((((1L * 31 + 2) * 31 + 3) * 31 + 4) * 31 + 5) * 31 + 32) * 31 + 6));
    assert(read_all("ddddddddNiIl", 1., 1., 1., 1., 1., 1., 1., 1., n, 2, i, 3.0L) ==
           (((read_all("dddddddd", 1., 1., 1., 1., 1., 1., 1., 1.) * 31 + 21) * 31 + 2) * 31 + 13) * 31 + 3);
    return 0;
}
