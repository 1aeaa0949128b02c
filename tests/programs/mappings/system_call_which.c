// expect: inconclusive
// message: read of memory that is unmapped or protected \(a system call fails with EFAULT\)
// Where in the page that is gone depends on an input.
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <stddef.h>
#include <sys/mman.h>
#include <unistd.h>

unsigned __VERIFIER_nondet_uint(void);

int main(void)
{
    int ends[2];
    char *pages = mmap(NULL, 8192, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    assert(pipe(ends) == 0 && write(ends[1], "x", 1) == 1);
    munmap(pages + 4096, 4096);
    return read(ends[0], pages + 4096 + (__VERIFIER_nondet_uint() & 15), 1) != -1 || errno != EFAULT;
}
