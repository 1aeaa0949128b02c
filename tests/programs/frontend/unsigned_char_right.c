// clang: -funsigned-char
// expect: safe
#include <assert.h>

int main(void)
{
    char c = (char)200;
    assert(c == 200);
    return 0;
}
