// expect: safe
#include <assert.h>
#include <errno.h>
#include <limits.h>
#include <stdlib.h>

int main(void)
{
    char *end;
    const char *text = " 12ab";
    assert(strtol(text, &end, 10) == 12 && end == text + 3);
    assert(strtol("0x1F", &end, 0) == 31 && *end == '\0');
    assert(strtol("0x1F", NULL, 16) == 31);
    assert(strtol("017", NULL, 0) == 15 && strtol("-101", NULL, 2) == -5);
    assert(strtol("zz", NULL, 36) == 35 * 36 + 35);
    text = "none";
    assert(strtol(text, &end, 10) == 0 && end == text);
    errno = 0;
    assert(strtol("99999999999999999999", NULL, 10) == LONG_MAX && errno == ERANGE);
    errno = 0;
    assert(strtol("-99999999999999999999", NULL, 10) == LONG_MIN && errno == ERANGE);
    errno = 0;
    assert(strtoul("18446744073709551615", NULL, 10) == ULONG_MAX && errno == 0);
    assert(strtoll("-5", NULL, 10) == -5 && strtoull("5", NULL, 10) == 5);
    return 0;
}
