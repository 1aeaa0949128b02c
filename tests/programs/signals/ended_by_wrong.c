// expect: violation
// kinds: abort
// case: SENDS=raise(SIGABRT) none optimal default
// case: SENDS=pthread_kill(pthread_self(),SIGABRT) none optimal default
// case: SENDS=kill(getpid(),SIGABRT) none optimal default
// message: ended by SIGABRT
// line: 16
// A signal ends the program as abort does, which is not called.
#include <pthread.h>
#include <signal.h>
#include <unistd.h>

int main(void)
{
    signal(SIGABRT, SIG_DFL);
    SENDS;
    return 0;
}
