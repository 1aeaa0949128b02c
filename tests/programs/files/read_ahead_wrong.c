// expect: violation
// kinds: deadlock
// poll looks at the pipe; the second line is in the stream's buffer already, so that nobody comes to fetch it.
#include <poll.h>
#include <pthread.h>
#include <stdio.h>
#include <unistd.h>

static int ends[2];

static void *send(void *argument)
{
    write(ends[1], "one\ntwo\n", 8);
    return argument;
}

int main(void)
{
    pthread_t thread;
    char line[16];
    pipe(ends);
    FILE *in = fdopen(ends[0], "r");
    pthread_create(&thread, NULL, send, NULL);
    for (int k = 0; k < 2; k++) {
        struct pollfd one = {ends[0], POLLIN, 0};
        poll(&one, 1, -1);
        fgets(line, sizeof line, in);
    }
    pthread_join(thread, NULL);
    return 0;
}
