#include <assert.h>

void check(int x)
{
    assert(x > 0); // <- violation
}
