// expect: inconclusive
// message: waiting for a signal after fork
// The parent waits for a signal that the child sends.
#include <signal.h>
#include <sys/types.h>
#include <unistd.h>

int main(void)
{
    sigset_t set;
    int number;
    sigemptyset(&set);
    sigaddset(&set, SIGUSR1);
    sigprocmask(SIG_BLOCK, &set, NULL);
    pid_t child = fork();
    if (child < 0)
        return 1;
    if (child == 0) {
        kill(getppid(), SIGUSR1);
        _exit(0);
    }
    sigwait(&set, &number);
    return 0;
}
