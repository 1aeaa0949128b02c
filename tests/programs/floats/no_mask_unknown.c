// The environment in which floating-point exceptions are signals (-2 in glibc) is none in memory.
// expect: inconclusive
// message: floating-point exceptions that are raised as signals
// por: default
#define _GNU_SOURCE
#include <fenv.h>

int main(void)
{
    fesetenv(FE_NOMASK_ENV);
    return 0;
}
