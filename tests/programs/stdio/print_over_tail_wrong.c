// expect: violation
// kinds: memory
// What is printed before the text reaches it.
#include <stdio.h>

int main(void)
{
    char text[32] = "abcdef";
    sprintf(text, "%d%.1s", 1234, text + 3); // <- violation
    return 0;
}
