// expect: safe
#include <assert.h>
#include <math.h>

int main(void)
{
    volatile double x = 2.0;
    double r = sqrt(x);
    assert(r > 1.414213 && r < 1.414214);
    assert(sqrt(x + 7.0) == 3.0);
    return 0;
}
