// clang: -DLIMIT=12 -UNDEBUG -DNAME="\"heddle\""
// expect: safe
#include <assert.h>

int main(void)
{
    assert(LIMIT == 12);
    assert(sizeof NAME == 7);
    return 0;
}
