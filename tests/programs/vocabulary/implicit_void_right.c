// expect: safe
// Functions of the library that return nothing, without a declaration: the result that C then expects is not used.
#include <assert.h>

int main(void)
{
    char buffer[4] = {1, 2, 3, 4};
    bzero(buffer, 3);
    assert(buffer[2] == 0 && buffer[3] == 4);
    __goblint_check(buffer[0] == 0);
    return 0;
}
