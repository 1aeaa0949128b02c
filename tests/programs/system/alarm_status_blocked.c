// heddle: --property=exit
// expect: inconclusive
// message: an alarm whose signal is blocked
#include <signal.h>
#include <stddef.h>
#include <sys/time.h>
#include <unistd.h>

int main(void)
{
    struct itimerval time = {{0, 0}, {5, 0}};
    sigset_t set, old;
    sigemptyset(&set);
    sigaddset(&set, SIGALRM);
    sigprocmask(SIG_BLOCK, &set, &old);
    setitimer(ITIMER_REAL, &time, NULL);
    sigprocmask(SIG_SETMASK, &old, NULL);
    return 0;
}
