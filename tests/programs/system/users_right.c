// expect: safe
// A process without privileges may become the user that it is, and give its files to that one.
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

int main(void)
{
    uid_t own = getuid(), real, effective, saved;
    assert(setuid(own) == 0 && seteuid(own) == 0 && setreuid(own, (uid_t)-1) == 0);
    assert(setgid(getgid()) == 0 && setresgid(getgid(), getegid(), (gid_t)-1) == 0);
    assert(getresuid(&real, &effective, &saved) == 0 && real == own && effective == own && saved == own);
    if (own != 0)
        assert(setuid(0) == -1 && errno == EPERM);
    int file = open("/tmp/heddle-owned", O_RDWR | O_CREAT, 0600);
    assert(file >= 0 && fchown(file, own, (gid_t)-1) == 0 && chown("/tmp/heddle-owned", own, getgid()) == 0);
    assert(chown("/tmp/heddle-none", own, getgid()) == -1 && errno == ENOENT);
    assert(fchown(-1, own, getgid()) == -1 && errno == EBADF);
    unlink("/tmp/heddle-owned");
    assert(getpgid(0) == getpgrp() && getpgid(getpid()) == getpgrp() && getdtablesize() > 0);
    return 0;
}
