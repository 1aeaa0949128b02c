// expect: safe
// Who waits for the other end goes on once it was opened, also if it is closed by then. A stream opens a named pipe, too, and
// what nobody has read is lost with the last end.
#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

static void *read_it(void *unused)
{
    FILE *stream = fopen("pipe", "r");
    assert(stream);
    int first = getc(stream);
    assert((first == 'x' || first == EOF) && fclose(stream) == 0);
    return unused;
}

int main(void)
{
    pthread_t thread;
    char byte;
    assert(mkfifo("pipe", 0600) == 0);
    pthread_create(&thread, NULL, read_it, NULL);
    int end = open("pipe", O_WRONLY);
    assert(end >= 0 && close(end) == 0);
    pthread_join(thread, NULL);
    end = open("pipe", O_RDWR);
    assert(write(end, "y", 1) == 1 && close(end) == 0);
    end = open("pipe", O_RDONLY | O_NONBLOCK);
    assert(end >= 0 && read(end, &byte, 1) == 0);
    return 0;
}
