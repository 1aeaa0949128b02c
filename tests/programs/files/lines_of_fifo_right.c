// expect: safe
// case: STANDARD=0 default
// case: STANDARD=1 default
// A thread that reads a line keeps the stream until it has all of it: of a named pipe, and of standard input
// that is a pipe now.
#include <assert.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#ifndef STANDARD
#define STANDARD 0
#endif

static FILE *stream;
static int ends[2];

static void *writer(void *argument)
{
    int end = STANDARD ? ends[1] : open("/tmp/heddle-fifo", O_WRONLY);
    (void)argument;
    assert(write(end, "ab", 2) == 2);
    assert(write(end, "c\n", 2) == 2);
    assert(write(end, "abc\n", 4) == 4);
    return 0;
}

static void *reader(void *argument)
{
    char line[16] = "";
    (void)argument;
    assert(fgets(line, sizeof line, stream));
    assert(strcmp(line, "abc\n") == 0);
    return 0;
}

int main(void)
{
    pthread_t threads[2];
    if (STANDARD)
        assert(pipe(ends) == 0 && dup2(ends[0], 0) == 0);
    else
        assert(mkfifo("/tmp/heddle-fifo", 0600) == 0);
    pthread_create(&threads[0], 0, writer, 0);
    stream = STANDARD ? stdin : fopen("/tmp/heddle-fifo", "r");
    pthread_create(&threads[1], 0, reader, 0);
    reader(0);
    pthread_join(threads[1], 0);
    pthread_join(threads[0], 0);
    return 0;
}
