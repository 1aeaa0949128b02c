// expect: inconclusive
// message: waiting for a signal
// Nothing in the program sends the signal that the descriptor waits for.
#include <poll.h>
#include <signal.h>
#include <sys/signalfd.h>

int main(void)
{
    sigset_t set;
    sigemptyset(&set);
    sigaddset(&set, SIGTERM);
    sigprocmask(SIG_BLOCK, &set, 0);
    struct pollfd descriptor = {signalfd(-1, &set, 0), POLLIN, 0};
    return poll(&descriptor, 1, -1) != 1;
}
