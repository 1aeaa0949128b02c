// heddle: --property=exit
// expect: safe
#include <signal.h>
#include <unistd.h>

int main(void)
{
    signal(SIGALRM, SIG_IGN);
    alarm(3);
    return 0;
}
