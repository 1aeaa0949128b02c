// expect: violation
// kinds: assertion
// A successful call need not clear errno.
#include <assert.h>
#include <errno.h>
#include <stdlib.h>

int main(void)
{
    errno = ERANGE;
    long x = strtol("12", NULL, 10);
    assert(x == 12 && errno == 0); // <- violation
    return 0;
}
