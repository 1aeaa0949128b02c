// files: support/inline_preprocessed.i
// clang: -DLEFT=1
// expect: safe
// The same in a file that is preprocessed already: macros of the command line are none of its own.
#include <assert.h>

int preprocessed(int x);

int main(void)
{
    assert(preprocessed(1) == 3);
    return LEFT - 1;
}
