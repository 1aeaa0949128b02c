// heddle: --property=assertion,memory,leak,deadlock,data-race
// expect: safe
// Real-time signals are queued with their values, of each number in order, the lowest number first; others are pending once.
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <signal.h>
#include <stddef.h>
#include <unistd.h>

static sigset_t set;

static void *work(void *unused)
{
    siginfo_t information;
    assert(sigwaitinfo(&set, &information) == SIGUSR1 && information.si_code == SI_QUEUE && information.si_value.sival_int == 9);
    for (int i = 1; i <= 3; i++) {
        assert(sigwaitinfo(&set, &information) == SIGRTMIN + 1);
        assert(information.si_code == SI_QUEUE && information.si_value.sival_int == i && information.si_pid == getpid());
    }
    assert(sigwaitinfo(&set, &information) == SIGRTMIN + 2 && information.si_code == SI_USER);
    assert(sigpending(&set) == 0 && !sigismember(&set, SIGUSR1) && !sigismember(&set, SIGRTMIN + 1));
    return unused;
}

int main(void)
{
    pthread_t thread;
    sigemptyset(&set);
    sigaddset(&set, SIGUSR1);
    sigaddset(&set, SIGRTMIN + 1);
    sigaddset(&set, SIGRTMIN + 2);
    pthread_sigmask(SIG_BLOCK, &set, NULL);
    assert(sigqueue(getpid(), SIGUSR1, (union sigval){.sival_int = 9}) == 0);
    assert(sigqueue(getpid(), SIGUSR1, (union sigval){.sival_int = 10}) == 0);
    assert(kill(getpid(), SIGRTMIN + 2) == 0);
    for (int i = 1; i <= 3; i++)
        assert(sigqueue(getpid(), SIGRTMIN + 1, (union sigval){.sival_int = i}) == 0);
    pthread_create(&thread, NULL, work, NULL);
    pthread_join(thread, NULL);
    return 0;
}
