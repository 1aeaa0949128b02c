// expect: inconclusive
// message: fmemopen for writing
// When what is written gets to the memory has no model.
#include <stdio.h>
#include <stdlib.h>

int main(void)
{
    char text[8];
    FILE *out = fmemopen(text, sizeof text, "w");
    if (!out)
        return 1;
    fputs("x", out);
    fclose(out);
    if (text[0] != 'x')
        abort();
    return 0;
}
