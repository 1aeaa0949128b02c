// expect: violation
// kinds: assertion
// The int is converted to unsigned for the comparison: -1 becomes the largest number.
#include <assert.h>

int main(void)
{
    int level = -1;
    unsigned limit = 10;
    int below = level < limit;
    assert(below); // <- violation
    return 0;
}
