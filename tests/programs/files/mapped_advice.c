// expect: inconclusive
// message: this advice of madvise, for a file
// A shared mapping keeps what it holds when a page of it, here the second one, is not needed for now.
#define _GNU_SOURCE
#include <assert.h>
#include <fcntl.h>
#include <stddef.h>
#include <sys/mman.h>
#include <unistd.h>

int main(void)
{
    int file = open("/tmp/pages", O_RDWR | O_CREAT, 0600);
    assert(file >= 0 && ftruncate(file, 8192) == 0);
    char *pages = mmap(NULL, 8192, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    pages[4096] = 1;
    assert(madvise(pages + 4096, 4096, MADV_DONTNEED) == 0);
    assert(pages[4096] == 1);
    return munmap(pages, 8192);
}
