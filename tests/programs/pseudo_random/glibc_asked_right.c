// With --rand=glibc the numbers are those of the moment at which heddle's clocks begin.
// heddle: --rand=glibc
// expect: safe
#include <assert.h>
#include <stdlib.h>
#include <time.h>

int main(void)
{
    unsigned seed = (unsigned)time(NULL);
    srand(seed);
    int number = rand();
    srand(seed);
    assert(rand() == number);
    return 0;
}
