// expect: inconclusive
// message: a handler that a child of fork may make run
// case: NUMBER=SIGCHLD SEND=0 default
// case: NUMBER=SIGUSR1 SEND=1 default
// case: NUMBER=SIGCHLD SEND=0 LATE=1 default
// The parent waits until a handler has run: for the child's end, or for a signal that the child sends.
#include <signal.h>
#include <sys/types.h>
#include <unistd.h>

static volatile sig_atomic_t is_over;

static void note(int number)
{
    (void)number;
    is_over = 1;
}

int main(void)
{
#ifndef LATE
    signal(NUMBER, note);
#endif
    pid_t child = fork();
    if (child < 0)
        return 1;
    if (child == 0) {
#if SEND
        kill(getppid(), NUMBER);
#endif
        _exit(0);
    }
#ifdef LATE
    signal(NUMBER, note);
#endif
    while (!is_over)
        sleep(1);
    return 0;
}
