// expect: safe
// Handlers see the values; a thread's own signals come before those for the process.
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <signal.h>
#include <stddef.h>
#include <unistd.h>

static int seen[4], count;

static void note(int number, siginfo_t *information, void *context)
{
    (void)context;
    assert(number == information->si_signo && count < 4);
    seen[count++] = information->si_code == SI_QUEUE ? information->si_value.sival_int : information->si_code;
}

int main(void)
{
    sigset_t set, none;
    struct sigaction action = {.sa_sigaction = note, .sa_flags = SA_SIGINFO};
    sigfillset(&action.sa_mask);
    sigaction(SIGRTMIN, &action, NULL);
    sigaction(SIGUSR2, &action, NULL);
    sigqueue(getpid(), SIGUSR2, (union sigval){.sival_int = 7});
    assert(count == 1 && seen[0] == 7);
    kill(getpid(), SIGUSR2);
    assert(count == 2 && seen[1] == SI_USER);
    sigemptyset(&set);
    sigemptyset(&none);
    sigaddset(&set, SIGRTMIN);
    pthread_sigmask(SIG_BLOCK, &set, NULL);
    pthread_sigqueue(pthread_self(), SIGRTMIN, (union sigval){.sival_int = 1});
    raise(SIGRTMIN);
    assert(count == 2);
    assert(sigsuspend(&none) == -1);
    pthread_sigmask(SIG_UNBLOCK, &set, NULL);
    assert(count == 4 && seen[2] + seen[3] == 1 + SI_TKILL);
    return 0;
}
