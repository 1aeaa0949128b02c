// clang: -DNDEBUG
// expect: safe
// With NDEBUG the macro expands to nothing, as in the user's own build.
#include <assert.h>

int main(void)
{
    assert(0);
    return 0;
}
