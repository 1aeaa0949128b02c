// expect: safe
// Another thread closes the stream, and the pipe is broken, while all are flushed; at the end that is nobody's error.
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <unistd.h>

static FILE *out;

static void *finish(void *argument)
{
    assert(fclose(out) == 0 || errno == EPIPE);
    return argument;
}

int main(void)
{
    pthread_t thread;
    int ends[2];
    signal(SIGPIPE, SIG_IGN);
    pipe(ends);
    out = fdopen(ends[1], "w");
    fputs("lost", out);
    close(ends[0]);
    pthread_create(&thread, NULL, finish, NULL);
    assert(fflush(NULL) == 0 || errno == EPIPE);
    return 0;
}
