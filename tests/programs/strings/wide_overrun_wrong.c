// expect: violation
// kinds: memory
// A wide string needs its terminator.
#include <wchar.h>

int main(void)
{
    wchar_t text[4] = {L'w', L'i', L'd', L'e'};
    return (int)wcslen(text);
}
