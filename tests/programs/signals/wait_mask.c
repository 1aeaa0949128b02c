// expect: inconclusive
// message: a wait for descriptors that lets signals through which the thread blocks
// Linux runs the handler in ppoll, which then fails.
#define _GNU_SOURCE
#include <assert.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stddef.h>
#include <time.h>

static int handled;

static void handle(int number)
{
    handled = number;
}

int main(void)
{
    sigset_t blocked, none;
    struct timespec moment = {0, 0};
    sigemptyset(&none);
    sigemptyset(&blocked);
    sigaddset(&blocked, SIGUSR1);
    signal(SIGUSR1, handle);
    pthread_sigmask(SIG_BLOCK, &blocked, NULL);
    raise(SIGUSR1);
    ppoll(NULL, 0, &moment, &none);
    assert(!handled);
    return 0;
}
