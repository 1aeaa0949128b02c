// expect: safe
// Wide characters of ASCII.
#include <assert.h>
#include <stdio.h>
#include <string.h>

int main(void)
{
    char text[40];
    assert(sprintf(text, "<%5ls|%-5ls|%.2ls|%lc>", L"abc", L"ab", L"abc", L'x') == 18);
    assert(strcmp(text, "<  abc|ab   |ab|x>") == 0);
    return 0;
}
