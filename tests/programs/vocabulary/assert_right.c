// expect: safe
// executions: none=1 classic=1
// One thread, no inputs: exactly one execution.
#include <assert.h>

int main(void)
{
    int sum = 0;
    for (int i = 1; i <= 10; i++)
        sum += i;
    assert(sum == 55);
    return 0;
}
