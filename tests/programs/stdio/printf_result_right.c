// expect: safe
// output: hello 42\n
#include <assert.h>
#include <stdio.h>

int main(void)
{
    int printed = printf("hello %d\n", 42);
    assert(printed == 9);
    return 0;
}
