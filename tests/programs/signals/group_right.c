// expect: safe
// What is sent to the own group comes to the process as well, which first leads one.
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <signal.h>
#include <unistd.h>

static volatile sig_atomic_t rings;

static void ring(int number)
{
    rings += number;
}

int main(void)
{
    if (setpgid(0, 0) != 0)
        return 0;
    signal(SIGUSR1, ring);
    assert(killpg(getpgrp(), 0) == 0 && rings == 0);
    assert(killpg(getpgrp(), SIGUSR1) == 0 && rings == SIGUSR1);
    assert(kill(0, SIGUSR1) == 0 && rings == 2 * SIGUSR1);
    assert(kill(-getpid(), SIGUSR1) == 0 && rings == 3 * SIGUSR1);
    errno = 0;
    assert(killpg(getpgrp(), 99) == -1 && errno == EINVAL && killpg(-3, 0) == -1 && errno == EINVAL);
    errno = 0;
    assert(kill(1 << 22, 0) == -1 && errno == ESRCH && killpg(1 << 22, SIGUSR1) == -1 && errno == ESRCH);
    errno = 0;
    assert(sigqueue(0, SIGUSR1, (union sigval){0}) == -1 && errno == ESRCH && rings == 3 * SIGUSR1);
    return 0;
}
