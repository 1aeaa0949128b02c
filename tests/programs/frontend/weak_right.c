// files: support/strong.c
// expect: safe
// A weak definition gives way to a strong one; a weak declaration without any is null.
#include <assert.h>

__attribute__((weak)) int level(void)
{
    return 1;
}

__attribute__((weak)) extern int missing(void);

int main(void)
{
    assert(level() == 2);
    assert(&missing == 0);
    return 0;
}
