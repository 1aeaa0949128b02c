// expect: safe
// When what was printed is in the file: after fflush, with a newline in a stream buffered by line, at once in one that is not,
// when the buffer is full, and when the stream is closed.
#include <assert.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static char block[5000];

static long size(const char *name)
{
    struct stat facts;
    assert(stat(name, &facts) == 0);
    return facts.st_size;
}

int main(void)
{
    FILE *log = fopen("log", "w");
    fputs("entry", log);
    assert(size("log") == 0 && ftell(log) == 5);
    assert(fflush(log) == 0 && size("log") == 5);
    fputs("x", log);
    assert(fflush(NULL) == 0 && size("log") == 6);
    memset(block, 'b', sizeof block);
    fwrite(block, 1, 4000, log);
    assert(size("log") == 6);
    fwrite(block, 1, 4000, log);
    assert(size("log") == 6 + 4096);
    assert(fclose(log) == 0 && size("log") == 8006);

    log = fopen("lines", "w");
    assert(setvbuf(log, NULL, _IOLBF, 0) == 0);
    fputs("one\ntwo", log);
    assert(size("lines") == 4);
    putc('\n', log);
    assert(size("lines") == 8);
    fclose(log);

    log = fopen("plain", "w");
    assert(setvbuf(log, NULL, _IONBF, 0) == 0);
    fprintf(log, "%d", 12);
    assert(size("plain") == 2);
    fclose(log);

    // Read ahead: what comes later is seen only after the buffer was given up.
    FILE *reader = fopen("log", "r");
    int descriptor = open("log", O_WRONLY);
    assert(getc(reader) == 'e' && lseek(fileno(reader), 0, SEEK_CUR) == 4096);
    assert(pwrite(descriptor, "N", 1, 1) == 1 && getc(reader) == 'n');
    assert(fflush(reader) == 0 && fseek(reader, 1, SEEK_SET) == 0 && getc(reader) == 'N');
    fclose(reader);
    return 0;
}
