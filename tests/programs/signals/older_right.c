// clang: -D_XOPEN_SOURCE=700 -D_DEFAULT_SOURCE -Wno-deprecated-declarations
// expect: safe
// sigset, sighold, sigrelse, sigignore and sigpause change the mask by one signal.
#include <assert.h>
#include <errno.h>
#include <signal.h>
#include <stddef.h>

static volatile sig_atomic_t rings;

static void ring(int number)
{
    rings += number;
}

int main(void)
{
    assert(sigset(SIGUSR1, ring) == SIG_DFL && raise(SIGUSR1) == 0 && rings == SIGUSR1);
    assert(sighold(SIGUSR1) == 0 && raise(SIGUSR1) == 0 && rings == SIGUSR1);
    assert(sigset(SIGUSR1, SIG_HOLD) == SIG_HOLD && sigrelse(SIGUSR1) == 0 && rings == 2 * SIGUSR1);
    assert(sigset(SIGUSR1, SIG_HOLD) == ring && raise(SIGUSR1) == 0 && rings == 2 * SIGUSR1);
    assert(sigpause(SIGUSR1) == -1 && errno == EINTR && rings == 3 * SIGUSR1);
    assert(sigset(SIGUSR1, ring) == SIG_HOLD && raise(SIGUSR1) == 0 && rings == 4 * SIGUSR1);
    assert(sigignore(SIGUSR1) == 0 && raise(SIGUSR1) == 0 && rings == 4 * SIGUSR1);
    assert(sighold(999) == -1 && errno == EINVAL && sigset(999, ring) == SIG_ERR);
    return 0;
}
