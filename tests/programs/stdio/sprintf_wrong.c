// expect: violation
// kinds: memory
// Three digits and the final zero do not fit.
#include <stdio.h>

static void label(char *out, int number)
{
    sprintf(out, "%d", number); // <- violation
}

int main(void)
{
    char out[3];
    label(out, 99);
    label(out, 100);
    return 0;
}
