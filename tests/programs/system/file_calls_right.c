// expect: safe
// Files by the numbers of system calls.
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <sys/syscall.h>
#include <unistd.h>

int main(void)
{
    char text[4];
    int file = (int)syscall(SYS_open, "file", O_CREAT | O_RDWR | O_TRUNC, 0600);
    assert(file >= 0 && syscall(SYS_write, file, "abc", 3) == 3);
    int again = (int)syscall(SYS_openat, AT_FDCWD, "file", O_RDONLY);
    assert(again >= 0 && again != file);
    assert(syscall(SYS_read, again, text, sizeof text) == 3 && text[2] == 'c');
    assert(syscall(SYS_close, file) == 0 && syscall(SYS_close, again) == 0);
    errno = 0;
    assert(syscall(SYS_read, again, text, 1) == -1 && errno == EBADF);
    unlink("file");
    errno = 0;
    assert(syscall(SYS_open, "file", O_RDONLY) == -1 && errno == ENOENT);
    return 0;
}
