// expect: violation
// kinds: memory
// The block of a stream over memory is the stream's until it is closed.
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>

int main(void)
{
    char *text;
    size_t length;
    FILE *stream = open_memstream(&text, &length);
    fputs("abc", stream);
    fflush(stream);
    free(text);
    fclose(stream); // <- violation
    return 0;
}
