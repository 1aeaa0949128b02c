// expect: safe
// Locks of parts of a file: those of the process never keep it out itself, and end when any descriptor of the
// file is closed; those of descriptions keep each other and the process out.
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <unistd.h>

static int lock(int file, int command, short type, short whence, long start, long length)
{
    struct flock l = {.l_type = type, .l_whence = whence, .l_start = start, .l_len = length};
    errno = 0;
    return fcntl(file, command, &l);
}

// What keeps a write lock out: where it begins, -1: nothing.
static long keeps_out(int file, int command, long start, long length, long *its_length)
{
    struct flock l = {.l_type = F_WRLCK, .l_whence = SEEK_SET, .l_start = start, .l_len = length};
    assert(fcntl(file, command, &l) == 0);
    *its_length = l.l_len;
    assert(l.l_type == F_UNLCK || l.l_whence == SEEK_SET);
    return l.l_type == F_UNLCK ? -1 : l.l_start;
}

int main(void)
{
    long length;
    int file = open("/tmp/f", O_RDWR | O_CREAT, 0600), other = open("/tmp/f", O_RDWR);
    int reader = open("/tmp/f", O_RDONLY);
    // The process's.
    assert(lock(file, F_SETLK, F_WRLCK, SEEK_SET, 0, 0) == 0 &&
           lock(other, F_SETLK, F_WRLCK, SEEK_SET, 10, 5) == 0);
    assert(lock(other, F_SETLKW, F_RDLCK, SEEK_SET, 0, 100) == 0 &&
           keeps_out(other, F_GETLK, 0, 0, &length) == -1);
    // They keep descriptions out: now a read lock of 0 to 99 and a write lock from 100 on.
    assert(lock(other, F_OFD_SETLK, F_RDLCK, SEEK_SET, 5, 10) == 0);
    assert(lock(other, F_OFD_SETLK, F_RDLCK, SEEK_SET, 95, 10) == -1 && errno == EAGAIN);
    assert(keeps_out(other, F_OFD_GETLK, 50, 1, &length) == 0 && length == 100);
    assert(keeps_out(other, F_OFD_GETLK, 100, 1, &length) == 100 && length == 0);
    assert(keeps_out(file, F_GETLK, 0, 0, &length) == 5 && length == 10);
    assert(keeps_out(file, F_GETLK, 15, 0, &length) == -1 && keeps_out(file, F_GETLK, 0, 5, &length) == -1);
    // Closing a descriptor that has nothing to do with it ends the process's.
    close(dup(reader));
    assert(lock(other, F_OFD_SETLK, F_WRLCK, SEEK_SET, 0, 0) == 0);
    assert(lock(file, F_SETLK, F_RDLCK, SEEK_SET, 0, 1) == -1 && errno == EAGAIN);
    // A hole in the description's lock; it lives as long as one of its descriptors.
    assert(lock(other, F_OFD_SETLK, F_UNLCK, SEEK_SET, 10, 10) == 0 &&
           lock(file, F_SETLK, F_WRLCK, SEEK_SET, 10, 10) == 0);
    assert(lock(file, F_OFD_SETLK, F_RDLCK, SEEK_SET, 9, 1) == -1 &&
           lock(file, F_OFD_SETLK, F_RDLCK, SEEK_SET, 20, 1) == -1);
    int same = dup(other);
    close(other);
    assert(keeps_out(file, F_GETLK, 0, 0, &length) >= 0);
    close(same);
    assert(keeps_out(file, F_GETLK, 0, 0, &length) == -1);
    // What is refused.
    assert(lock(reader, F_SETLK, F_WRLCK, SEEK_SET, 0, 1) == -1 && errno == EBADF);
    assert(lock(reader, F_SETLK, F_RDLCK, SEEK_SET, -1, 1) == -1 && errno == EINVAL);
    assert(lock(reader, F_SETLK, F_RDLCK, 7, 0, 1) == -1 && errno == EINVAL &&
           lock(reader, F_SETLK, 9, SEEK_SET, 0, 1) == -1);
    assert(lock(99, F_SETLK, F_RDLCK, SEEK_SET, 0, 1) == -1 && errno == EBADF);
    // From a place on, backwards, and by lockf.
    assert(write(file, "0123456789", 10) == 10 && lock(file, F_OFD_SETLK, F_WRLCK, SEEK_CUR, -2, -3) == 0);
    assert(keeps_out(reader, F_OFD_GETLK, 0, 0, &length) == 5 && length == 3);
    assert(lock(file, F_OFD_SETLK, F_UNLCK, SEEK_END, -10, 0) == 0 && lockf(file, F_LOCK, 0) == 0 &&
           lockf(file, F_TEST, 0) == 0);
    assert(keeps_out(reader, F_OFD_GETLK, 0, 0, &length) == 10 && length == 0 &&
           lockf(file, F_ULOCK, 0) == 0);
    assert(keeps_out(reader, F_OFD_GETLK, 0, 0, &length) == -1);
    close(file);
    close(reader);
    return 0;
}
