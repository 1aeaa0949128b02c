// heddle: --property=overflow
// expect: violation
// kinds: overflow
// case: TYPE=int FUNCTION=abs LEAST=INT_MIN optimal default
// case: TYPE=long FUNCTION=labs LEAST=LONG_MIN optimal default
// case: TYPE=llong FUNCTION=llabs LEAST=LLONG_MIN optimal default
// case: TYPE=intmax_t FUNCTION=imaxabs LEAST=INTMAX_MIN optimal default
// case: TYPE=int FUNCTION=(abs) LEAST=INT_MIN optimal default
// case: TYPE=int FUNCTION=__builtin_abs LEAST=INT_MIN optimal default
// The lowest value has no absolute value, whether the compiler knows the function or calls it.
#include <inttypes.h>
#include <limits.h>
#include <stdlib.h>
typedef long long llong;
extern long long __VERIFIER_nondet_longlong(void);

int main(void)
{
    TYPE x = (TYPE)__VERIFIER_nondet_longlong();
    TYPE y = FUNCTION(x);
    return x == LEAST && y == 3;
}
