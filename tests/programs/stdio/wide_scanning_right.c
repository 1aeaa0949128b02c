// expect: safe
// Wide characters by scanf: from streams and texts, to wide and to narrow characters.
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <wchar.h>

int main(void)
{
    wchar_t word[8], letters[4] = {0}, *allocated;
    char narrow[8];
    int number, count;
    double real;
    FILE *file = fopen("/tmp/heddle-wide", "w+");
    assert(file && fputws(L"12 abc;3.5 xyz\nlast", file) >= 0);
    rewind(file);
    assert(fwscanf(file, L"%d %l[a-z];%lf", &number, word, &real) == 3);
    assert(number == 12 && wcscmp(word, L"abc") == 0 && real == 3.5);
    assert(fwscanf(file, L"%s%n", narrow, &count) == 1 && strcmp(narrow, "xyz") == 0 && count == 4);
    assert(fgetwc(file) == L'\n' && fwscanf(file, L"%2lc", letters) == 1 && wcscmp(letters, L"la") == 0);
    assert(fwscanf(file, L"%d", &number) == 0 && fgetwc(file) == L's' && fgetwc(file) == L't');
    assert(fwscanf(file, L"%d", &number) == EOF && fwide(file, 0) > 0 && fclose(file) == 0);
    assert(swscanf(L"7 seven", L"%i%7ls", &number, word) == 2 && number == 7 && wcscmp(word, L"seven") == 0);
    assert(sscanf("left right", "%ls %mls", word, &allocated) == 2 && wcscmp(word, L"left") == 0);
    assert(wcscmp(allocated, L"right") == 0);
    free(allocated);
    remove("/tmp/heddle-wide");
    return 0;
}
