// expect: safe
// What wide strings are made of by formats, and what is read from them.
#include <assert.h>
#include <wchar.h>

int main(void)
{
    wchar_t text[12], word[4] = L"abc";
    int number = 0;
    char name[8];
    assert(swprintf(text, 12, L"%d-%ls-%s%c", 42, word, "de", 'f') == 10 && wcscmp(text, L"42-abc-def") == 0);
    assert(swprintf(text, 5, L"%05d", 42) == -1); // no room for the terminator
    assert(swprintf(text, 6, L"%05d", 42) == 5 && wcscmp(text, L"00042") == 0);
    assert(swscanf(L" 17 name", L"%d %7s", &number, name) == 2 && number == 17 && name[3] == 'e' && !name[4]);
    assert(swscanf(L"", L"%d", &number) == -1);
    return 0;
}
