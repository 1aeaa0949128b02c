// expect: safe
// GNU statement expressions, typeof, the conditional with an omitted operand, and _Generic.
#include <assert.h>

#define MAXIMUM(a, b)              \
    ({                             \
        __typeof__(a) left = (a);  \
        __typeof__(b) right = (b); \
        left > right ? left : right; \
    })
#define KIND(x) _Generic((x), int: 1, double: 2, char *: 3, default: 4)

int main(void)
{
    int i = 3;
    assert(MAXIMUM(i++, 2) == 3 && i == 4);
    assert((i ?: 9) == 4 && (0 ?: 9) == 9);
    char text[] = "x";
    assert(KIND(1) == 1 && KIND(1.0) == 2 && KIND(&text[0]) == 3 && KIND(1L) == 4);
    return 0;
}
