// expect: inconclusive
// por: classic source optimal default
// message: interrupts a function that waits, which fails \(EINTR\)
// That reading from a pipe fails (EINTR) has no model.
#include <assert.h>
#include <pthread.h>
#include <signal.h>
#include <unistd.h>

static int ends[2];

static void handle(int number)
{
    (void)number;
}

static void *worker(void *argument)
{
    char byte;
    assert(read(ends[0], &byte, 1) == 1);
    return argument;
}

int main(void)
{
    pthread_t t;
    struct sigaction action = {.sa_handler = handle};
    sigaction(SIGUSR1, &action, NULL);
    pipe(ends);
    pthread_create(&t, NULL, worker, NULL);
    pthread_kill(t, SIGUSR1);
    write(ends[1], "x", 1);
    pthread_join(t, NULL);
    return 0;
}
