// expect: violation
// kinds: arithmetic
#include <stddef.h>

static int average(const int *values, int count)
{
    int sum = 0;
    for (int i = 0; i < count; i++)
        sum += values[i];
    return sum / count; // <- violation
}

int main(void)
{
    return average(NULL, 0);
}
