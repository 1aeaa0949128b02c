// expect: safe
// output: 0.1
// `lgamma_r` says the sign of the gamma function, which is negative between every other pair of negative whole numbers.
#include <assert.h>
#include <math.h>
#include <stdio.h>

static const struct {
    double x;
    int sign;
} cases[] = {{-0.5, -1}, {-1.5, 1}, {-2.5, -1}, {-3, 1}, {-0.0, -1}, {0, 1}, {2.5, 1}, {-INFINITY, 1}, {-28.75, -1}};

int main(void)
{
    int sign;
    for (unsigned k = 0; k < sizeof cases / sizeof *cases; k++) {
        lgamma_r(cases[k].x, &sign);
        assert(sign == cases[k].sign);
    }
    assert(lgammaf_r(-0.5f, &sign) > 1.2f && sign == -1);
    assert(lgamma_r(-3, &sign) == INFINITY);
    printf("%.1f\n", lgamma_r(0.9, &sign));
    return 0;
}
