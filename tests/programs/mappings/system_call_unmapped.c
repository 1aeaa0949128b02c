// expect: inconclusive
// message: read of memory that is unmapped or protected \(a system call fails with EFAULT\)
// The mapping is gone as a whole.
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <stddef.h>
#include <sys/mman.h>
#include <unistd.h>

int main(void)
{
    int ends[2];
    char *page = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    assert(pipe(ends) == 0 && write(ends[1], "x", 1) == 1);
    munmap(page, 4096);
    return read(ends[0], page, 1) != -1 || errno != EFAULT;
}
