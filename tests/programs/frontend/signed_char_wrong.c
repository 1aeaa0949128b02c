// expect: violation
// kinds: assertion
// Without the flag, char is signed on x86.
#include <assert.h>

int main(void)
{
    char c = (char)200;
    assert(c == 200); // <- violation
    return 0;
}
