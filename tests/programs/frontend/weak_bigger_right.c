// files: support/strong_bigger.c
// expect: safe
// The strong definition counts also where it comes from the biggest file, of which only what is needed is read.
#include <assert.h>

__attribute__((weak)) int level(void)
{
    return 1;
}

int main(void)
{
    assert(level() == 2);
    return 0;
}
