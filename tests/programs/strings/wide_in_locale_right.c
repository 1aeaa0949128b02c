// expect: safe
// Wide characters and numbers of a locale, which is the C locale.
#define _GNU_SOURCE
#include <assert.h>
#include <locale.h>
#include <wchar.h>
#include <wctype.h>

int main(void)
{
    locale_t plain = newlocale(LC_ALL_MASK, "C", (locale_t)0);
    assert(plain && iswalpha_l(L'x', plain) && !iswalpha_l(L'1', plain) && iswspace_l(L' ', plain));
    assert(towupper_l(L'x', plain) == L'X' && iswctype_l(L'7', wctype_l("digit", plain), plain));
    assert(towctrans_l(L'Q', wctrans_l("tolower", plain), plain) == L'q');
    assert(wcscasecmp_l(L"abc", L"ABC", plain) == 0 && wcsncasecmp_l(L"abx", L"ABy", 2, plain) == 0);
    wchar_t *end;
    assert(wcstol_l(L"0x1fz", &end, 16, plain) == 31 && *end == L'z' && wcstod_l(L"2.5", NULL, plain) == 2.5);
    freelocale(plain);
    return 0;
}
