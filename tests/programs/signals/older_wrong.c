// clang: -D_XOPEN_SOURCE=700 -Wno-deprecated-declarations
// expect: violation
// kinds: assertion
// What was held comes when it is released.
#include <assert.h>
#include <signal.h>

static volatile sig_atomic_t rings;

static void ring(int number)
{
    (void)number;
    rings++;
}

int main(void)
{
    sigset(SIGUSR2, ring);
    sighold(SIGUSR2);
    raise(SIGUSR2);
    raise(SIGUSR2);
    sigrelse(SIGUSR2);
    assert(rings == 2); // <- violation
    return 0;
}
