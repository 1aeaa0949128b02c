// expect: violation
// kinds: memory
// The end of the program writes what the buffer of an open stream holds, which may be gone by then.
#include <stdio.h>

static void begin(FILE *stream)
{
    char local[256];
    setvbuf(stream, local, _IOFBF, sizeof local);
    fputs("abc", stream);
}

int main(void)
{
    begin(fopen("/tmp/log", "w"));
    return 0;
}
