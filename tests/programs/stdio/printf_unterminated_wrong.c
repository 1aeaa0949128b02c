// expect: violation
// kinds: memory
#include <stdio.h>

int main(void)
{
    char bytes[3] = {'a', 'b', 'c'};
    printf("%s\n", bytes); // <- violation
    return 0;
}
