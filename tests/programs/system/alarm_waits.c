// expect: inconclusive
// message: waiting for the signal of an alarm
#include <signal.h>
#include <stddef.h>
#include <unistd.h>

int main(void)
{
    sigset_t set;
    int number;
    sigemptyset(&set);
    sigaddset(&set, SIGALRM);
    sigprocmask(SIG_BLOCK, &set, NULL);
    alarm(1);
    alarm(0); // it may be over
    sigwait(&set, &number);
    return 0;
}
