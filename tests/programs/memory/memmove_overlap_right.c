// expect: safe
#include <assert.h>
#include <string.h>

int main(void)
{
    char text[] = "abcdef";
    memmove(text + 2, text, 4);
    assert(memcmp(text, "ababcd", 7) == 0);
    memmove(text, text + 2, 4);
    assert(memcmp(text, "abcdcd", 7) == 0);
    memmove(text, text, 6);
    memset(text + 1, '-', 2);
    assert(memcmp(text, "a--dcd", 6) == 0);
    return 0;
}
