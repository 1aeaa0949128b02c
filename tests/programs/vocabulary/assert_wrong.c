// expect: violation
// kinds: assertion
#include <assert.h>

int main(void)
{
    int sum = 0;
    for (int i = 1; i < 10; i++) // one too few
        sum += i;
    assert(sum == 55); // <- violation
    return 0;
}
