// expect: safe
// mprotect and madvise begin at a page.
#include <assert.h>
#include <errno.h>
#include <stddef.h>
#include <sys/mman.h>

int main(void)
{
    char *pages = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    pages[8] = 1;
    assert(mprotect(pages + 8, 8, PROT_READ) == -1 && errno == EINVAL);
    assert(madvise(pages + 8, 8, MADV_DONTNEED) == -1 && errno == EINVAL && pages[8] == 1);
    return munmap(pages, 4096);
}
