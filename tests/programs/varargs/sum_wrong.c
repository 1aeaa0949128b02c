// expect: violation
// kinds: assertion
#include <assert.h>
#include <stdarg.h>

static int largest(int count, ...)
{
    va_list list;
    va_start(list, count);
    int best = 0; // wrong when all are negative
    for (int i = 0; i < count; i++) {
        int x = va_arg(list, int);
        if (x > best)
            best = x;
    }
    va_end(list);
    return best;
}

int main(void)
{
    assert(largest(3, 4, 9, 2) == 9);
    assert(largest(2, -4, -9) == -4); // <- violation
    return 0;
}
