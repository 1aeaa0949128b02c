// expect: safe
#include <assert.h>
#include <string.h>

int main(void)
{
    char big[1 << 20];
    memset(big, 7, sizeof big);
    big[1000] = 1;
    char *copy = memchr(big, 1, sizeof big);
    assert(copy == big + 1000 && big[sizeof big - 1] == 7);
    return 0;
}
