// expect: violation
// kinds: assertion
// message: standard input without --stdin or --stdin-size
// What a program does with a few bytes of standard input is found without an option; of longer input nothing
// is known.
#include <assert.h>
#include <stdio.h>

int main(void)
{
    int number = 0;
    if (scanf("%d", &number) == 1)
        assert(number != 42); // <- violation
    return 0;
}
