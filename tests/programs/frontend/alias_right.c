// expect: safe
#include <assert.h>

int original(int x)
{
    return x + 1;
}

int other_name(int x) __attribute__((alias("original")));

int value = 3;
extern int value_alias __attribute__((alias("value")));

int main(void)
{
    assert(other_name(4) == 5);
    value_alias = 8;
    assert(value == 8);
    return 0;
}
