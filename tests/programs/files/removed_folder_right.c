// expect: safe
// In a directory that was removed nothing is made, and it has no path, also when the one above it is gone.
#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

int main(void)
{
    char path[256];
    assert(mkdir("/tmp/heddle-x", 0755) == 0 && mkdir("/tmp/heddle-x/y", 0755) == 0);
    assert(chdir("/tmp/heddle-x/y") == 0 && rmdir("/tmp/heddle-x/y") == 0);
    assert(open("file", O_CREAT | O_RDWR, 0600) == -1 && errno == ENOENT);
    assert(mkdir("folder", 0700) == -1 && errno == ENOENT);
    assert(rmdir("/tmp/heddle-x") == 0);
    assert(!getcwd(path, sizeof path) && errno == ENOENT);
    assert(chdir("/tmp") == 0);
    return 0;
}
