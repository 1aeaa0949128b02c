// expect: safe
#include <assert.h>
#include <string.h>
#include <strings.h>

int main(void)
{
    assert(strcmp("abc", "abd") < 0 && strcmp("b", "abc") > 0 && strcmp("", "") == 0);
    assert(strcmp("abc", "ab") > 0);
    assert(strcmp("\xff", "a") > 0); // bytes compare as unsigned
    assert(strncmp("abcx", "abcy", 3) == 0 && strncmp("abcx", "abcy", 4) < 0);
    assert(strncmp("ab", "ab", 10) == 0);
    assert(memcmp("a\0b", "a\0c", 3) < 0 && memcmp("x", "y", 0) == 0);
    assert(strcasecmp("HeDDle", "hEddLE") == 0 && strncasecmp("ABx", "aby", 2) == 0);
    return 0;
}
