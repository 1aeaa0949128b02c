// expect: safe
// por: optimal default
// executions: optimal=2
// A full pipe makes the writer wait, or fail with EAGAIN; one without a reader fails with EPIPE.
#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <unistd.h>

static int ends[2];
static char block[65536];

static void *read_it(void *argument)
{
    static char bytes[65536];
    assert(read(ends[0], bytes, sizeof bytes) == sizeof bytes);
    return argument;
}

int main(void)
{
    pthread_t thread;
    assert(pipe2(ends, O_NONBLOCK) == 0 && read(ends[0], block, 1) == -1 && errno == EAGAIN);
    assert(write(ends[1], block, sizeof block) == sizeof block);
    assert(write(ends[1], block, 1) == -1 && errno == EAGAIN);
    fcntl(ends[1], F_SETFL, 0);
    pthread_create(&thread, NULL, read_it, NULL);
    assert(write(ends[1], "x", 1) == 1);
    pthread_join(thread, NULL);
    signal(SIGPIPE, SIG_IGN);
    close(ends[0]);
    assert(write(ends[1], "x", 1) == -1 && errno == EPIPE);
    return 0;
}
