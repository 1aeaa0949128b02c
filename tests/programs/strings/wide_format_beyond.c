// expect: inconclusive
// message: wide characters outside ASCII
// The C locale has no such characters.
#include <wchar.h>

int main(void)
{
    wchar_t text[4];
    return swprintf(text, 4, L"\u00e4%d", 1) == 2;
}
