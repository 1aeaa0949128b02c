// expect: violation
// kinds: memory
// What a stream over memory has shown is valid until something else is written to it.
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
    const char *first = text;
    int before = first[0];
    fputs("much more than was there before", stream);
    int after = first[0]; // <- violation
    fclose(stream);
    free(text);
    return before != after;
}
