// expect: violation
// kinds: deadlock
// As descriptor.c, with a wrong step: one record is taken for each time that the signal was sent, but signals of this kind do not
// queue. The second may come before the first is taken.
#include <assert.h>
#include <pthread.h>
#include <signal.h>
#include <sys/signalfd.h>
#include <unistd.h>

static void *send(void *none)
{
    kill(getpid(), SIGUSR1);
    kill(getpid(), SIGUSR1);
    return none;
}

int main(void)
{
    sigset_t set;
    sigemptyset(&set);
    sigaddset(&set, SIGUSR1);
    pthread_sigmask(SIG_BLOCK, &set, NULL);
    int signals = signalfd(-1, &set, SFD_CLOEXEC);
    pthread_t thread;
    pthread_create(&thread, NULL, send, NULL);
    for (int i = 0; i < 2; i++) {
        struct signalfd_siginfo found;
        assert(read(signals, &found, sizeof found) == sizeof found);
        assert(found.ssi_signo == SIGUSR1 && found.ssi_code == SI_USER);
    }
    pthread_join(thread, NULL);
    return close(signals);
}
