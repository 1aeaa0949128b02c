// files: support/square.i
// expect: safe
// A file that the preprocessor has seen already: its line markers are understood, macros are not expanded.
#include <assert.h>

int square(int x);

int main(void)
{
    assert(square(7) == 49);
    return 0;
}
