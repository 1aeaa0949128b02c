// case: CALL=madvise(all,8192,MADV_WILLNEED) default optimal
// case: CALL=msync(all,8192,MS_SYNC) default optimal
// case: CALL=mlock(all,8192) default optimal
// expect: inconclusive
// message: (madvise|msync|mlock) of pages that are not mapped any more
// Natively these fail with ENOMEM, unless something else has been mapped there since.
#define _GNU_SOURCE
#include <stddef.h>
#include <sys/mman.h>

int main(void)
{
    char *all = mmap(NULL, 8192, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    munmap(all + 4096, 4096);
    return CALL != -1;
}
