// heddle: --stdin-size=3
// expect: violation
// kinds: memory
// A line of three characters has no room for its end.
#include <stdio.h>

int main(void)
{
    char line[3];
    int length = 0, character;
    while ((character = getchar()) != EOF && character != '\n')
        line[length++] = (char)character;
    line[length] = 0; // <- violation
    return 0;
}
