// expect: safe
// A pointer one past the end may be computed and compared, not followed.
#include <assert.h>

static int values[6] = {1, 2, 3, 4, 5, 6};

int main(void)
{
    int sum = 0;
    int *end = values + 6;
    for (int *p = values; p != end; p++)
        sum += *p;
    assert(sum == 21);
    assert(end - values == 6 && end > values);
    return 0;
}
