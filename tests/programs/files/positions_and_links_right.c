// expect: safe
// preadv, pwritev, linkat, statvfs: where, and under which names.
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/statvfs.h>
#include <sys/uio.h>
#include <unistd.h>

int main(void)
{
    char first[3] = "abc", second[4] = "defg", one[2], two[5];
    struct iovec given[2] = {{first, 3}, {second, 4}}, taken[2] = {{one, 2}, {two, 5}};
    int file = open("/tmp/a", O_RDWR | O_CREAT, 0600), folder = open("/tmp", O_RDONLY | O_DIRECTORY);
    assert(pwritev(file, given, 2, 2) == 7 && lseek(file, 0, SEEK_CUR) == 0);
    assert(preadv(file, taken, 2, 3) == 6 && memcmp(one, "bc", 2) == 0 && memcmp(two, "defg", 4) == 0);
    assert(preadv(file, taken, 2, -1) == -1 && errno == EINVAL);
    assert(linkat(folder, "a", folder, "b", 0) == 0 && access("/tmp/b", F_OK) == 0);
    assert(linkat(folder, "a", folder, "b", 0) == -1 && errno == EEXIST);
    assert(linkat(folder, "a", folder, "c", 1) == -1 && errno == EINVAL);
    struct statvfs facts;
    assert(statvfs("/tmp", &facts) == 0 && facts.f_namemax == 255 && fstatvfs(file, &facts) == 0);
    assert(statvfs("/tmp/none", &facts) == -1 && errno == ENOENT);
    assert(fstatvfs(99, &facts) == -1 && errno == EBADF);
    return 0;
}
