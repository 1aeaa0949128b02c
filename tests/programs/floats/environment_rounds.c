// expect: inconclusive
// message: another rounding mode
#include <fenv.h>

int main(void)
{
    return fesetround(FE_UPWARD);
}
