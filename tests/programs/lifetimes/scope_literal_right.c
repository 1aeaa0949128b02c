// expect: safe
// Compound literals that are used while their blocks are executed: those of conditions live as long as the whole statement does.
#include <assert.h>

static int *p;

static int add(int *value)
{
    return ++*value;
}

static int statements(void)
{
    int sum = 0;
    for (int *q = &(int){0}; *q < 3; ++*q)
        sum += *q;
    for (int k = 0; (p = &(int){k}), *p < 3; k++, sum += *p)
        sum += *p;
    if ((p = &(int){1}))
        sum += *p;
    else
        sum -= *p;
    do {
        p = (int[]){1, 2};
        {
            sum += p[1];
            p = &(int){4};
            sum += add(p) + add(&(int){2});
        }
    } while (sum < 10);
    p = &(int){7};
    return sum;
}

int main(void)
{
    for (int k = 0; k < 2; k++)
        assert(statements() == 3 + 3 + 3 + 1 + 10);
    p = &(int){3};
    {
        int *q = &(int){4};
        *p += *q;
    }
    assert(*p == 7);
    return 0;
}
