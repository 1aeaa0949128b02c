// expect: inconclusive
// message: a handler that an alarm may run at any moment
#include <signal.h>
#include <unistd.h>

static void ring(int number)
{
    (void)number;
}

int main(void)
{
    alarm(3);
    signal(SIGALRM, ring);
    return 0;
}
