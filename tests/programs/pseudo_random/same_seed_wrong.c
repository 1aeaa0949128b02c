// expect: violation
// kinds: assertion
// The numbers are not symbolic and never negative.
#include <assert.h>
#include <stdlib.h>

int main(void)
{
    srand(1);
    assert(rand() < 0); // <- violation
    return 0;
}
