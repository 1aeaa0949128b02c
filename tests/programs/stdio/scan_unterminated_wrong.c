// expect: violation
// kinds: memory
// glibc's sscanf looks for the terminator of its text before it reads a number from it.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(void)
{
    int value;
    char *text = malloc(4);
    memcpy(text, "123 ", 4);
    sscanf(text, "%d", &value); // <- violation
    free(text);
    return 0;
}
