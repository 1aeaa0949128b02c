// expect: violation
// kinds: memory
// `%3ls` needs room for four wide characters.
#include <wchar.h>

int main(void)
{
    wchar_t word[3];
    return swscanf(L"long", L"%3ls", word) == 1 ? 0 : 1;
}
