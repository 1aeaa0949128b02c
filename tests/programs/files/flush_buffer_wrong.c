// expect: violation
// kinds: memory
// exit flushes a stream whose buffer was a variable of a function that has returned.
#include <stdio.h>
#include <unistd.h>

static FILE *open_log(void)
{
    char buffer[512];
    FILE *log = fopen("log", "w+");
    setvbuf(log, buffer, _IOFBF, sizeof buffer);
    return log;
}

int main(void)
{
    FILE *log = open_log();
    fputs("entry", log);
    rewind(log);
    getc(log);
    return 0;
}
