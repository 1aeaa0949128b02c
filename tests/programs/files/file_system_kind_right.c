// expect: safe
// By statfs, whatever kind of file system it is, all files are on it, and it stays of that kind.
#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <sys/vfs.h>

int main(void)
{
    struct statfs before, after;
    int file = open("/tmp/kind", O_RDWR | O_CREAT, 0600);
    assert(file >= 0 && fstatfs(file, &before) == 0 && statfs("/", &after) == 0);
    assert(before.f_type == after.f_type);
    assert(after.f_namelen == 255 && after.f_bsize == 4096 && after.f_frsize == 4096);
    assert(statfs("/tmp/none", &after) == -1 && errno == ENOENT);
    assert(fstatfs(99, &after) == -1 && errno == EBADF);
    return 0;
}
