// expect: safe
// Conversions between UTF-8, ISO-8859-1 and ASCII, and where they stop.
#include <assert.h>
#include <errno.h>
#include <iconv.h>
#include <string.h>

static char result[16];

// Returns the error, 0: none; what is left of the text is stored.
static int convert(const char *to, const char *from, const char *text, size_t room, size_t *left)
{
    char *in = (char *)text, *out = result;
    iconv_t conversion = iconv_open(to, from);
    assert(conversion != (iconv_t)-1);
    memset(result, 0, sizeof result);
    *left = strlen(text);
    errno = 0;
    size_t changed = iconv(conversion, &in, left, &out, &room);
    assert(changed == 0 || changed == (size_t)-1);
    int error = errno;
    assert((size_t)(in - text) + *left == strlen(text));
    assert(iconv(conversion, NULL, NULL, NULL, NULL) == 0 && iconv_close(conversion) == 0);
    return changed == 0 ? 0 : error;
}

int main(void)
{
    size_t left;
    assert(convert("UTF-8", "latin1", "caf\xe9", 15, &left) == 0 && !strcmp(result, "caf\xc3\xa9"));
    assert(convert("ISO-8859-1", "utf8", "caf\xc3\xa9!", 15, &left) == 0 && !strcmp(result, "caf\xe9!"));
    assert(convert("ASCII", "UTF-8", "ab\xc3\xa9", 15, &left) == EILSEQ && left == 2);
    assert(convert("UTF-8", "UTF-8", "a\xe2\x82", 15, &left) == EINVAL && left == 2);
    assert(convert("UTF-8", "UTF-8", "a\xe2\x82\xac", 3, &left) == E2BIG && left == 3 && !strcmp(result, "a"));
    assert(convert("UTF-8", "US-ASCII", "a\x80", 15, &left) == EILSEQ && left == 1);
    assert(convert("ISO8859-1", "UTF-8", "\xed\xa0\x80", 15, &left) == EILSEQ && left == 3);
    return 0;
}
