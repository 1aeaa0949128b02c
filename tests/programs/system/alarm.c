// expect: inconclusive
// message: a handler that an alarm may run at any moment
#include <signal.h>
#include <unistd.h>

static volatile sig_atomic_t rings;

static void ring(int number)
{
    (void)number;
    rings++;
}

int main(void)
{
    signal(SIGALRM, ring);
    alarm(3);
    return 0;
}
