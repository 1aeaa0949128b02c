// expect: inconclusive
// message: a function for bytes on a stream of wide characters
// What it does there is not defined, and differs between functions.
#include <stdio.h>
#include <wchar.h>

int main(void)
{
    wprintf(L"wide\n");
    printf("bytes\n");
    return 0;
}
