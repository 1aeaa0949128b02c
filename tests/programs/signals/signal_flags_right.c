// expect: safe
// What glibc's signal() asks of sigaction, and the two signals that glibc keeps for itself.
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <signal.h>
#include <stddef.h>

static void handler(int number)
{
    (void)number;
}

int main(void)
{
    struct sigaction found, other = {0};
    sigset_t all;
    signal(SIGUSR1, handler);
    assert(sigaction(SIGUSR1, NULL, &found) == 0 && found.sa_handler == handler);
    assert(found.sa_flags & SA_RESTART);
    assert(sigismember(&found.sa_mask, SIGUSR1) == 1 && sigismember(&found.sa_mask, SIGUSR2) == 0);
    other.sa_handler = handler;
    assert(sigaction(33, &other, NULL) == -1 && errno == EINVAL);
    sigfillset(&all);
    assert(sigismember(&all, 32) == 0 && sigismember(&all, 33) == 0 && sigismember(&all, 34) == 1);
    return 0;
}
