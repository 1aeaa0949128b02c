// expect: safe
// The generator is deterministic: the same seed gives the same numbers.
#include <assert.h>
#include <stdlib.h>

int main(void)
{
    srand(5);
    int first = rand(), second = rand();
    assert(first >= 0 && second >= 0 && first <= RAND_MAX && second <= RAND_MAX);
    srand(5);
    assert(rand() == first);
    assert(rand() == second);
    return 0;
}
