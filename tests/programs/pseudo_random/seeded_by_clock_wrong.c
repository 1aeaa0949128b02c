// The numbers are others in each run, so that they may be any.
// expect: violation
// kinds: assertion
#include <assert.h>
#include <stdlib.h>
#include <time.h>

int main(void)
{
    srand((unsigned)time(NULL));
    int dice = rand() % 6 + 1;
    assert(dice >= 1 && dice <= 6);
    assert(dice != 3); // <- violation
    return 0;
}
