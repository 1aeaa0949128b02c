// expect: safe
#include <assert.h>
#include <math.h>

int main(void)
{
    volatile double zero = 0.0;
    double nan = zero / zero, infinity = 1 / zero; // no arithmetic violation: floating division is defined
    assert(nan != nan && !(nan < 1) && !(nan >= 1) && !(nan == nan));
    assert(infinity > 1e308 && -infinity < -1e308 && infinity == infinity + 1);
    assert(__builtin_isnan(nan) && __builtin_isinf(infinity));
    double negative_zero = -zero;
    assert(negative_zero == zero && 1 / negative_zero == -infinity);
    assert(__builtin_signbit(negative_zero) && !__builtin_signbit(zero));
    assert(__builtin_isunordered(nan, 1.0) && __builtin_isless(1.0, 2.0));
    return 0;
}
