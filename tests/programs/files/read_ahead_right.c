// expect: safe
// Lines from a pipe without poll: the stream gives what it has, and waits for more only then.
#include <assert.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

static int ends[2];

static void *send(void *argument)
{
    write(ends[1], "one\ntw", 6);
    write(ends[1], "o\nrest", 6);
    close(ends[1]);
    return argument;
}

int main(void)
{
    pthread_t thread;
    char line[16];
    pipe(ends);
    FILE *in = fdopen(ends[0], "r");
    pthread_create(&thread, NULL, send, NULL);
    assert(fgets(line, sizeof line, in) && strcmp(line, "one\n") == 0);
    assert(fgets(line, sizeof line, in) && strcmp(line, "two\n") == 0);
    assert(fgets(line, sizeof line, in) && strcmp(line, "rest") == 0);
    assert(!fgets(line, sizeof line, in) && feof(in));
    pthread_join(thread, NULL);
    return 0;
}
