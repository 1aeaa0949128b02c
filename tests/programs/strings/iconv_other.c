// expect: inconclusive
// message: iconv_open of a character set other than UTF-8, ISO-8859-1 and ASCII
#include <iconv.h>

int main(void)
{
    return iconv_open("KOI8-R", "UTF-8") == (iconv_t)-1;
}
