// expect: safe
// freopen keeps the number of the descriptor, gives the stream a buffer of its own again, and is one step for
// other threads that use the stream.
#include <assert.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static FILE *file;

static void *writer(void *argument)
{
    (void)argument;
    assert(fputs("x", file) != EOF);
    return 0;
}

int main(void)
{
    pthread_t thread;
    int lower = open("/dev/null", O_RDONLY);
    file = fopen("/tmp/heddle-first", "w");
    char *buffer = malloc(64);
    setvbuf(file, buffer, _IOFBF, 64);
    fputs("x", file);
    int number = fileno(file);
    close(lower);
    file = freopen("/tmp/heddle-second", "w", file);
    assert(file && fileno(file) == number);
    free(buffer);
    assert(fputs("y", file) != EOF);
    setvbuf(file, 0, _IONBF, 0);
    pthread_create(&thread, 0, writer, 0);
    assert(freopen("/tmp/heddle-third", "w", file));
    pthread_join(thread, 0);
    assert(fclose(file) == 0);
    return 0;
}
