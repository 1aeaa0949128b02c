// expect: inconclusive
// message: of pages that are not mapped any more
// case: CALL=munlock(all,8192) none optimal default
// case: CALL=posix_madvise(all,8192,POSIX_MADV_WILLNEED) none optimal default
// case: CALL=msync(all,8192,MS_ASYNC) none optimal default
// case: CALL=(mremap(all,8192,16384,MREMAP_MAYMOVE)==MAP_FAILED) none optimal default
// Linux refuses to do anything to pages of which some have been unmapped.
#define _GNU_SOURCE
#include <assert.h>
#include <stddef.h>
#include <sys/mman.h>

int main(void)
{
    char *all = mmap(NULL, 8192, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    munmap(all + 4096, 4096);
    assert(CALL == 0);
    return 0;
}
