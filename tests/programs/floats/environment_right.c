// expect: safe
// Rounding is to nearest; asking for that changes nothing.
#include <assert.h>
#include <fenv.h>

int main(void)
{
    fenv_t environment;
    assert(fegetround() == FE_TONEAREST && fesetround(FE_TONEAREST) == 0 && fesetround(12345) != 0);
    assert(fegetenv(&environment) == 0 && feclearexcept(FE_ALL_EXCEPT) == 0 && fesetenv(&environment) == 0);
    assert(feholdexcept(&environment) == 0 && feupdateenv(&environment) == 0 && fesetenv(FE_DFL_ENV) == 0);
    assert(fetestexcept(0) == 0);
    return 0;
}
