// expect: safe
// Flowing off the end of main ends the program, like a return.
#include <assert.h>

int main()
{
    int x = 1;
    assert(x);
}
