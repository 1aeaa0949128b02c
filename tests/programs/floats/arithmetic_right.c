// expect: safe
#include <assert.h>
#include <float.h>

int main(void)
{
    double a = 0.1, b = 0.2;
    assert(a + b != 0.3 && a + b > 0.3);
    assert(0.5 + 0.25 == 0.75);
    float f = 16777216.0f;
    assert(f + 1.0f == f); // one step of a float is two here
    assert((double)f + 1.0 == 16777217.0);
    assert(1.0f / 3.0f != 1.0 / 3.0);
    double sum = 0;
    for (int i = 1; i <= 100; i++)
        sum += 1.0 / (i * (i + 1));
    assert(sum > 0.99 && sum < 0.9901);
    assert(-a < 0 && a * -b < 0 && DBL_MAX * 2 > DBL_MAX);
    float small = FLT_MIN / 2; // a denormal
    assert(small > 0 && small * 2 == FLT_MIN);
    return 0;
}
