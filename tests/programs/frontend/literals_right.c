// expect: safe
#include <assert.h>
#include <stddef.h>
#include <string.h>

int main(void)
{
    assert(sizeof L"ab" == 3 * sizeof(wchar_t) && L"ab"[1] == L'b');
    assert(u8"\u00e9"[0] == (char)0xc3 && u"\u20ac"[0] == 0x20ac && U"\U0001f600"[0] == 0x1f600);
    assert(strcmp("a" "b", "ab") == 0 && '\x41' == 'A' && '\101' == 'A' && "\0x"[1] == 'x');
    assert(strcmp(__func__, "main") == 0);
    assert(0x1p4 == 16.0 && 1e3 == 1000);
    return 0;
}
