// expect: violation
// kinds: memory
#include <stdlib.h>

int main(void)
{
    char *text = malloc(10);
    text[0] = ' ';
    text[1] = 'a';
    while (*text == ' ')
        text++;
    free(text); // <- violation
    return 0;
}
