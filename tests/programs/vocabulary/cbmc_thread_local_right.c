// expect: safe
#include <assert.h>
__CPROVER_thread_local int own;

static void set(int value)
{
    own = value;
    assert(own == value);
}

int main(void)
{
    __CPROVER_ASYNC_1: set(1);
    __CPROVER_ASYNC_2: set(2);
    set(3);
    return 0;
}
