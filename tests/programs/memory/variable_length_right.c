// expect: safe
#include <assert.h>

static int triangle(int n)
{
    int row[n];
    for (int i = 0; i < n; i++)
        row[i] = i;
    int sum = 0;
    for (int i = 0; i < n; i++)
        sum += row[i];
    return sum + (int)(sizeof row / sizeof row[0]);
}

int main(void)
{
    for (int n = 1; n < 6; n++)
        assert(triangle(n) == n * (n - 1) / 2 + n);
    return 0;
}
