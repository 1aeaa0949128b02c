// expect: safe
// output: 3.141593 2.50 -0.125\n1.000000e+06 1e+06 0.0001\n[    1.5][1.5    ][1]\n0.1000000000000000055511151231257827\n
#include <stdio.h>

int main(void)
{
    printf("%f %.2f %g\n", 3.14159265, 2.5, -0.125);
    printf("%e %g %g\n", 1e6, 1e6, 1e-4);
    printf("[%7.1f][%-7.1f][%.0f]\n", 1.5, 1.5, 1.25);
    printf("%.34f\n", 0.1);
    return 0;
}
