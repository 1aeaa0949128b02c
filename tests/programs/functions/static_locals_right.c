// expect: safe
#include <assert.h>

static int next(void)
{
    static int counter = 10;
    return counter++;
}

static int *cell(void)
{
    static int hidden[3] = {1, 2};
    return hidden;
}

int main(void)
{
    assert(next() == 10 && next() == 11);
    cell()[2] = 5;
    assert(cell()[1] == 2 && cell()[2] == 5);
    return 0;
}
