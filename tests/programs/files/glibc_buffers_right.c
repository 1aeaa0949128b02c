// expect: safe
// When glibc writes what a stream holds back, and where the description is then.
#include <assert.h>
#include <fcntl.h>
#include <stdio.h>
#include <unistd.h>

static int other;
static char buffer[1000], bytes[5000];

static long size(void)
{
    return (long)lseek(other, 0, SEEK_END);
}

static FILE *begin(char *memory, int mode, size_t count)
{
    FILE *stream = fopen("/tmp/log", "w+");
    other = open("/tmp/log", O_RDONLY);
    assert(setvbuf(stream, memory, mode, count) == 0);
    return stream;
}

static void end(FILE *stream)
{
    fclose(stream);
    close(other);
}

int main(void)
{
    FILE *stream = begin(buffer, _IOFBF, 10); // less than 128 bytes: a text that finds no place is not kept
    fputs("abc", stream);
    assert(size() == 3);
    fputs("def", stream);
    assert(size() == 3);
    end(stream);
    stream = begin(buffer, _IOFBF, 10); // a character is
    fputc('a', stream);
    assert(size() == 0);
    end(stream);
    stream = begin(buffer, _IOFBF, 0); // no buffer
    fputc('a', stream);
    assert(size() == 1);
    end(stream);
    stream = begin(NULL, _IOFBF, 0);
    fputs("abc", stream);
    assert(setvbuf(stream, NULL, _IOLBF, 0) == 0); // of the buffer that there is, nothing is written
    assert(size() == 0);
    fputs("a\nb", stream);
    assert(size() == 5);
    end(stream);
    stream = begin(NULL, _IOFBF, 0);
    fwrite(bytes, 1, sizeof bytes, stream);
    assert(size() == 4096);
    fflush(stream);
    fseek(stream, 4100, SEEK_SET); // after fflush no more is read ahead than to the place
    assert(lseek(fileno(stream), 0, SEEK_CUR) == 4100);
    end(stream);
    stream = begin(buffer, _IOFBF, 200);
    fprintf(stream, "%150d%150d", 1, 2); // padding by 16 characters
    assert(size() == 200);
    end(stream);
    return 0;
}
