// expect: safe
#include <assert.h>
#include <stdlib.h>

int main(void)
{
    assert(atoi("42") == 42 && atoi("  -17x") == -17 && atoi("+8") == 8 && atoi("x") == 0);
    assert(atol("123456789012") == 123456789012L);
    assert(atoll("-1") == -1);
    return 0;
}
