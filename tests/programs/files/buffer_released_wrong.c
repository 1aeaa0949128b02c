// expect: violation
// kinds: memory
// A buffer of setvbuf is used until the stream is closed, also where nobody reads the file.
#include <stdio.h>
#include <stdlib.h>

int main(void)
{
    FILE *stream = fopen("/tmp/log", "w");
    char *buffer = malloc(256);
    setvbuf(stream, buffer, _IOFBF, 256);
    fputs("x", stream);
    free(buffer);
    fclose(stream); // <- violation
    return 0;
}
