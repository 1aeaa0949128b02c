// A thread takes by sigwait and its like what another one sends it: kept while it is blocked, once however often
// it was sent, the lowest number first; what is ignored and not blocked is dropped.
// expect: safe
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stddef.h>
#include <time.h>

static int data, taken;
static atomic_int first, all_sent;

static void *server(void *argument)
{
    sigset_t set, now;
    siginfo_t info;
    int number;
    sigemptyset(&set);
    sigaddset(&set, SIGUSR1);
    sigaddset(&set, SIGTERM);
    assert(sigwait(&set, &number) == 0);
    assert(number == SIGUSR1);
    assert(data == 1);
    atomic_store(&first, 1);
    while (!atomic_load(&all_sent))
        ;
    assert(sigpending(&now) == 0);
    assert(sigismember(&now, SIGTERM) && !sigismember(&now, SIGWINCH) && !sigismember(&now, SIGUSR2));
    assert(sigwaitinfo(&set, &info) == SIGUSR1 && info.si_signo == SIGUSR1);
    assert(sigwaitinfo(&set, NULL) == SIGTERM);
    taken = 3;
    struct timespec none = {0};
    assert(sigtimedwait(&set, NULL, &none) == -1 && errno == EAGAIN);
    return argument;
}

int main(void)
{
    pthread_t t;
    sigset_t set;
    sigemptyset(&set);
    sigaddset(&set, SIGUSR1);
    sigaddset(&set, SIGTERM);
    pthread_sigmask(SIG_BLOCK, &set, NULL);
    signal(SIGUSR2, SIG_IGN);
    pthread_create(&t, NULL, server, NULL);
    data = 1;
    assert(pthread_kill(t, SIGUSR1) == 0);
    pthread_kill(t, SIGTERM);
    pthread_kill(t, SIGUSR2);
    pthread_kill(t, SIGWINCH);
    sigpending(&set);
    assert(!sigismember(&set, SIGTERM));
    while (!atomic_load(&first))
        ;
    pthread_kill(t, SIGUSR1);
    atomic_store(&all_sent, 1);
    pthread_join(t, NULL);
    assert(taken == 3);
    return 0;
}
