// expect: violation
// kinds: memory
// The memory is released before the stream, which still holds what is to be written there, is closed.
#include <stdio.h>
#include <stdlib.h>

int main(void)
{
    char *text = malloc(8);
    FILE *out = text ? fmemopen(text, 8, "w") : NULL;
    if (!out)
        return 1;
    fputs("x", out);
    free(text);
    fclose(out);
    return 0;
}
