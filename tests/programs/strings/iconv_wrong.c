// expect: violation
// kinds: memory
// What the call is told of the room is not so.
#include <iconv.h>
#include <stdlib.h>

int main(void)
{
    char text[] = "\xe9\xe9", *in = text, *block = malloc(3), *out = block;
    size_t left = 2, room = 4;
    iconv_t conversion = iconv_open("UTF-8", "ISO-8859-1");
    if (conversion != (iconv_t)-1 && block)
        iconv(conversion, &in, &left, &out, &room); // <- violation
    return 0;
}
