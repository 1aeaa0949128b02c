// expect: safe
// A set of %m that nothing matches gives a null pointer.
#include <assert.h>
#include <stdio.h>

int main(void)
{
    char *text = (char *)1;
    assert(sscanf("x", "%m[0-9]", &text) == 0 && !text);
    return 0;
}
