// heddle: --file=numbers:3
// expect: violation
// kinds: assertion
#include <assert.h>
#include <stdio.h>

int main(void)
{
    int number;
    FILE *file = fopen("numbers", "r");
    if (file && fscanf(file, "%d", &number) == 1)
        assert(number != 42); // <- violation
    return 0;
}
