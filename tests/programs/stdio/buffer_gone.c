// expect: inconclusive
// message: a buffer of standard output or error that is gone
// The end of the program flushes standard output, whose buffer is a variable of a function that has returned.
#include <stdio.h>

static void begin(void)
{
    char buffer[BUFSIZ];
    setvbuf(stdout, buffer, _IOFBF, sizeof buffer);
}

int main(void)
{
    begin();
    puts("hello");
    return 0;
}
