// expect: safe
// What madvise, msync and mlockall refuse before they look at memory.
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <sys/mman.h>

int main(void)
{
    char *pages = mmap(0, 8192, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (pages == MAP_FAILED)
        return 0;
    assert(madvise(pages, 4096, 999) == -1 && errno == EINVAL);
    errno = 0;
    assert(madvise(pages, 4096, 6) == -1 && errno == EINVAL && madvise(pages, 4096, MADV_WILLNEED) == 0);
    assert(posix_madvise(pages, 4096, 999) == EINVAL && posix_madvise(pages + 1, 4096, POSIX_MADV_WILLNEED) == EINVAL);
    errno = 0;
    assert(msync(pages, 4096, MS_ASYNC | MS_SYNC) == -1 && errno == EINVAL);
    errno = 0;
    assert(msync(pages + 1, 4096, MS_SYNC) == -1 && errno == EINVAL);
    errno = 0;
    assert(msync(pages, 4096, 64) == -1 && errno == EINVAL && msync(pages, 4096, MS_ASYNC) == 0);
    errno = 0;
    assert(mlockall(0) == -1 && errno == EINVAL && mlockall(MCL_ONFAULT) == -1 && mlockall(99) == -1);
    assert(munlockall() == 0 && munmap(pages, 8192) == 0);
    return 0;
}
