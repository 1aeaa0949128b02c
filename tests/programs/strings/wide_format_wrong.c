// expect: violation
// kinds: memory
// The size is that of the memory in bytes, and not in characters.
#include <wchar.h>

int main(void)
{
    wchar_t text[4];
    return swprintf(text, sizeof text, L"%d", 12345678) != 8;
}
