// expect: inconclusive
// message: floating-point exceptions
#include <assert.h>
#include <fenv.h>

int main(void)
{
    volatile double zero = 0;
    double result = 1 / zero;
    assert(result > 0 && fetestexcept(FE_DIVBYZERO));
    return 0;
}
