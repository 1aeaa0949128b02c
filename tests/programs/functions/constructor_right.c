// expect: safe
// Constructors run before main, lower priority numbers first.
#include <assert.h>

static int order;

__attribute__((constructor(300))) static void late(void)
{
    assert(order == 1);
    order = 2;
}

__attribute__((constructor(200))) static void early(void)
{
    assert(order == 0);
    order = 1;
}

int main(void)
{
    assert(order == 2);
    return 0;
}
