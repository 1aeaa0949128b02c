// expect: safe
// Places beyond all numbers, of /dev/null, links of directories, and paths that cannot be removed or are too
// long.
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

int main(void)
{
    static char path[5000];
    struct stat facts;
    int null = open("/dev/null", O_RDWR), file = open("/tmp/heddle-file", O_CREAT | O_RDWR, 0600);
    assert(lseek(null, 5, SEEK_SET) == 0);
    assert(write(file, "abc", 3) == 3);
    assert(lseek64(file, LLONG_MAX, SEEK_END) == -1 && errno == EINVAL);
    assert(mkdir("/tmp/heddle-folder", 0700) == 0);
    assert(stat("/tmp/heddle-folder", &facts) == 0 && facts.st_nlink == 2);
    assert(mkdir("/tmp/heddle-folder/sub", 0700) == 0);
    assert(stat("/tmp/heddle-folder", &facts) == 0 && facts.st_nlink == 3);
    assert(rmdir("/tmp/heddle-folder/sub/..") == -1 && errno == ENOTEMPTY);
    assert(rmdir("/tmp/heddle-folder/.") == -1 && errno == EINVAL);
    assert(rmdir("/") == -1 && errno == EBUSY);
    memset(path, '/', sizeof path - 1);
    memcpy(path + sizeof path - 4, "tmp", 3);
    assert(open(path, O_RDONLY) == -1 && errno == ENAMETOOLONG);
    assert(open(path + sizeof path - 4096, O_RDONLY) >= 0);
    return 0;
}
