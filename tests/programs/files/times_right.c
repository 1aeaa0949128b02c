// expect: safe
// Times of files that are set: known until the file is read or changed.
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <unistd.h>
#include <utime.h>

int main(void)
{
    struct stat facts;
    struct timespec times[2] = {{100, 5}, {200, 6}}, rest[2] = {{0, UTIME_OMIT}, {300, 7}}, wrong[2] = {{0, 1000000000}, {0, 0}};
    struct timeval older[2] = {{1, 2}, {3, 4}}, broken[2] = {{1, 1000000}, {3, 4}};
    struct utimbuf oldest = {10, 20};
    int file = open("/tmp/heddle-times", O_CREAT | O_RDWR, 0600);
    assert(file >= 0 && futimens(file, times) == 0 && fstat(file, &facts) == 0);
    assert(facts.st_atim.tv_sec == 100 && facts.st_atim.tv_nsec == 5 && facts.st_mtime == 200);
    assert(utimensat(AT_FDCWD, "/tmp/heddle-times", rest, 0) == 0 && stat("/tmp/heddle-times", &facts) == 0);
    assert(facts.st_atime == 100 && facts.st_mtim.tv_sec == 300 && facts.st_mtim.tv_nsec == 7);
    assert(futimens(file, wrong) == -1 && errno == EINVAL);
    assert(futimens(99, times) == -1 && errno == EBADF);
    assert(utimensat(AT_FDCWD, "/tmp/heddle-none", times, 0) == -1 && errno == ENOENT);
    assert(utimes("/tmp/heddle-times", older) == 0 && fstat(file, &facts) == 0);
    assert(facts.st_atim.tv_nsec == 2000 && facts.st_mtime == 3);
    assert(utimes("/tmp/heddle-times", broken) == -1 && errno == EINVAL);
    assert(utime("/tmp/heddle-times", &oldest) == 0 && fstat(file, &facts) == 0);
    assert(facts.st_atime == 10 && facts.st_mtime == 20);
    assert(symlink("heddle-times", "/tmp/heddle-link") == 0);
    assert(utimensat(AT_FDCWD, "/tmp/heddle-link", times, AT_SYMLINK_NOFOLLOW) == 0);
    assert(lstat("/tmp/heddle-link", &facts) == 0 && facts.st_mtime == 200);
    assert(stat("/tmp/heddle-link", &facts) == 0 && facts.st_mtime == 20);
    assert(write(file, "x", 1) == 1 && fstat(file, &facts) == 0 && facts.st_atime == 10 && facts.st_size == 1);
    assert(unlink("/tmp/heddle-link") == 0 && unlink("/tmp/heddle-times") == 0);
    return 0;
}
