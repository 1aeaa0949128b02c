// heddle: --property=assertion,memory,leak
// expect: safe
// What fflush has shown stays where it is when nothing more is written.
#include <stdio.h>
#include <stdlib.h>

int main(void)
{
    char *text, *shown;
    size_t length;
    FILE *stream = open_memstream(&text, &length);
    fputs("text", stream);
    fflush(stream);
    shown = text;
    fclose(stream);
    int wrong = shown[1] != 'e';
    free(shown);
    return wrong;
}
