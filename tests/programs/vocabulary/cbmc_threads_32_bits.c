// heddle: -m32
// expect: safe
// The library's own variables for a thread by a label are as large as a 32-bit machine's types are.
#include <assert.h>

static int first, second;

static void put(int *where, int value)
{
    *where = value;
}

int main(void)
{
    int value = 3;
__CPROVER_ASYNC_1:
    put(&first, value);
__CPROVER_ASYNC_2:
    put(&second, value + 1);
    __CPROVER_assume(second != 0);
    assert(second == 4 && first != 4);
    return 0;
}
