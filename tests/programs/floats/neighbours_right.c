// expect: safe
// Neighbours of long double numbers, and of others in the direction of those.
#include <assert.h>
#include <errno.h>
#include <float.h>
#include <math.h>

int main(void)
{
    volatile long double one = 1;
    assert(nextafterl(one, 2) == 1 + LDBL_EPSILON && nextafterl(one, 0) == 1 - LDBL_EPSILON / 2);
    assert(nextafterl(nextafterl(LDBL_MIN, 0), 1) == LDBL_MIN && nextafterl(INFINITY, 0) == LDBL_MAX);
    errno = 0;
    assert(isinf(nextafterl(LDBL_MAX, INFINITY)) && errno == ERANGE);
    assert(nexttoward(1.0, 1 + LDBL_EPSILON) == 1 + DBL_EPSILON && nexttoward(1.0, one) == 1);
    assert(nexttowardf(1.0f, 0) == 1 - FLT_EPSILON / 2 && nexttowardl(0, -1) == -nextafterl(0, 1));
    return 0;
}
