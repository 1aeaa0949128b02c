// expect: safe
// Wide strings and characters.
#include <assert.h>
#include <stdlib.h>
#include <wchar.h>
#include <wctype.h>

static void copies(void)
{
    wchar_t text[12], other[12];
    assert(wcscpy(text, L"wide") == text && wcslen(text) == 4 && wcsnlen(text, 2) == 2);
    assert(wcscmp(wcscat(text, L" text"), L"wide text") == 0);
    assert(wcsncat(wcscpy(other, L"a"), L"bcd", 2) == other && wcscmp(other, L"abc") == 0);
    wmemset(other, L'x', 12);
    wcsncpy(other, L"ab", 5);
    assert(other[1] == L'b' && other[2] == 0 && other[4] == 0 && other[5] == L'x');
    wchar_t *copy = wcsdup(text);
    assert(copy && wmemcmp(copy, text, 10) == 0);
    free(copy);
    wmemmove(text + 1, text, 4);
    assert(wcsncmp(text, L"wwide", 5) == 0);
}

static void searches(void)
{
    const wchar_t *text = L"one two two";
    wchar_t words[] = L"a, b,,c", *rest;
    assert(wcschr(text, L't') == text + 4 && wcsrchr(text, L't') == text + 8 && !wcschr(text, L'x'));
    assert(wcschr(text, 0) == text + 11 && wcsstr(text, L"two") == text + 4 && !wcsstr(text, L"twos"));
    assert(wcsspn(text, L"eno") == 3 && wcscspn(text, L"wt") == 4 && wcspbrk(text, L"wt") == text + 4);
    assert(wmemchr(text, L' ', 11) == text + 3);
    assert(wcscmp(wcstok(words, L", ", &rest), L"a") == 0);
    assert(wcscmp(wcstok(NULL, L", ", &rest), L"b") == 0);
    assert(wcscmp(wcstok(NULL, L", ", &rest), L"c") == 0);
    assert(!wcstok(NULL, L", ", &rest));
}

int main(void)
{
    copies();
    searches();
    assert(wcscmp(L"a", L"b") < 0 && wcscmp(L"b", L"a") > 0 && wcsncmp(L"ab", L"ac", 1) == 0);
    assert(iswalpha(L'x') && !iswalpha(0xe9) && iswdigit(L'7') && towupper(L'q') == L'Q' &&
           towlower(0xc9) == 0xc9);
    return 0;
}
