// expect: safe
// The process and its group.
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <sys/types.h>
#include <sys/wait.h>
#include <unistd.h>

int main(void)
{
    assert(setpgid(0, 0) == 0 || errno == EPERM);
    assert(getpgid(0) == getpgrp() && getpgid(getpid()) == getpgrp());
    errno = 0;
    assert(getpgid(-1) == -1 && errno == ESRCH && getsid(-1) == -1);
    assert(setpgid(-1, 0) == -1 && errno == EINVAL);
    errno = 0;
    assert(setpgid(0, -5) == -1 && errno == EINVAL && setpgid(-1, 5) == -1 && errno == ESRCH);
    errno = 0;
    assert(getpgrp() != getpid() || (setsid() == -1 && errno == EPERM));
    assert(wait4(-1, 0, 0, 0) == -1 && errno == ECHILD && wait3(0, WNOHANG, 0) == -1);
    assert(waitpid(-1, 0, 0x7000) == -1 && errno == EINVAL);
    siginfo_t end;
    errno = 0;
    assert(waitid(P_ALL, 0, &end, WEXITED) == -1 && errno == ECHILD && waitid(P_PID, 1000, &end, WEXITED | WNOHANG) == -1);
    errno = 0;
    assert(waitid(P_ALL, 0, &end, 0) == -1 && errno == EINVAL && waitid(P_PID, 0, &end, WEXITED) == -1);
    return 0;
}
