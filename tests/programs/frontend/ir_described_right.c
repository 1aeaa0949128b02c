// files: support/described.ll
// expect: safe
// Debug information of optimised code, in which one variable is computed from several values: reading it
// crashed now and then.
#include <assert.h>

int sum(int x, int y);

int main(void)
{
    assert(sum(40, 2) == 42);
    return 0;
}
