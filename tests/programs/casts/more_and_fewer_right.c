// expect: safe
// More arguments than a function takes, a result that nobody wants, and pointers of other types are harmless.
#include <assert.h>
#include <stdlib.h>

static int calls;

static int count(int *by)
{
    calls += *by;
    return calls;
}

static int nothing(void)
{
    return ++calls;
}

static int by_value(const int *a, const int *b)
{
    return (*a > *b) - (*a < *b);
}

int main(void)
{
    int two = 2, numbers[] = {3, 1, 2};
    void (*volatile with_user_data)(void *, void *) = (void (*)(void *, void *))count;
    int (*volatile unprototyped)() = (int (*)())nothing;
    with_user_data(&two, 0);
    assert(calls == 2);
    assert(unprototyped(1, 2, 3) == 3);
    qsort(numbers, 3, sizeof *numbers, (int (*)(const void *, const void *))by_value);
    assert(numbers[0] == 1 && numbers[2] == 3);
    return 0;
}
