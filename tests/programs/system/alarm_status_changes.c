// heddle: --property=exit
// expect: inconclusive
// message: an alarm that may ring while the action of its signal changes
#include <signal.h>
#include <unistd.h>

int main(void)
{
    signal(SIGALRM, SIG_IGN);
    alarm(3);
    signal(SIGALRM, SIG_DFL);
    return 0;
}
