// expect: safe
// raise returns when the handler has returned; what is ignored does nothing.
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <unistd.h>

static int order;

static void first(int number)
{
    order = order * 10 + (number == SIGUSR1 ? 1 : 9);
}

static void nested(int number)
{
    order = order * 10 + 2;
    raise(SIGUSR1);
    if (order == 21)
        raise(number); // blocked as long as this handler runs
    order = order * 10 + 3;
}

static void told(int number, siginfo_t *information, void *context)
{
    (void)context;
    assert(number == SIGINT && information->si_signo == SIGINT && information->si_pid == getpid());
    order = 7;
}

int main(void)
{
    assert(raise(0) == 0 && raise(65) == -1 && errno == EINVAL);
    assert(signal(SIGUSR1, first) == SIG_DFL && signal(SIGUSR1, first) == first);
    assert(raise(SIGUSR1) == 0 && order == 1);
    assert(pthread_kill(pthread_self(), SIGUSR1) == 0 && order == 11);
    assert(kill(getpid(), SIGUSR1) == 0 && order == 111);
    signal(SIGUSR2, nested);
    order = 0;
    raise(SIGUSR2);
    assert(order == 213213); // the second time order is not 21
    struct sigaction action = {.sa_sigaction = told, .sa_flags = SA_SIGINFO | SA_RESETHAND}, old;
    assert(sigaction(SIGINT, &action, NULL) == 0);
    raise(SIGINT);
    assert(order == 7);
    assert(sigaction(SIGINT, NULL, &old) == 0 && old.sa_handler == SIG_DFL);
    signal(SIGTERM, SIG_IGN);
    raise(SIGTERM);
    raise(SIGCHLD); // ignored by default
    return 0;
}
