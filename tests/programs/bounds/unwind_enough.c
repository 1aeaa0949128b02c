// heddle: --unwind=20
// expect: safe
// No loop comes near the bound, which counts the rounds of one loop in one frame, not their sum.
#include <assert.h>

static int triangle(int n)
{
    int sum = 0;
    for (int i = 1; i <= n; i++)
        sum += i;
    return sum;
}

int main(void)
{
    int total = 0;
    for (int i = 0; i < 10; i++)
        for (int j = 0; j < 10; j++)
            total += triangle(3);
    assert(total == 600);
    return 0;
}
