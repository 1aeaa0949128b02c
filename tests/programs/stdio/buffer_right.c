// expect: safe
#include <assert.h>
#include <stdio.h>

static char buffer[64];

int main(void)
{
    char local[64];
    assert(setvbuf(stdout, buffer, _IOLBF, sizeof buffer) == 0 && puts("hello") >= 0);
    setbuf(stderr, local);
    setbuf(stderr, NULL);
    return 0;
}
