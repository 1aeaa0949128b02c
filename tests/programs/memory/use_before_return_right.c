// expect: safe
#include <assert.h>

static int *keep;

static int inner(void)
{
    *keep += 1;
    return *keep;
}

static int outer(void)
{
    int local = 3;
    keep = &local;
    int result = inner();
    assert(local == 4);
    return result;
}

int main(void)
{
    assert(outer() == 4);
    return 0;
}
