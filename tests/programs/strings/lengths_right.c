// expect: safe
#include <assert.h>
#include <string.h>

int main(void)
{
    assert(strlen("") == 0 && strlen("abc") == 3);
    char text[] = "ab\0cd";
    assert(strlen(text) == 2 && sizeof text == 6);
    assert(strnlen("abcdef", 4) == 4 && strnlen("ab", 4) == 2);
    return 0;
}
