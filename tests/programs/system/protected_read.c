// expect: inconclusive
// message: read of memory that is unmapped or protected \(a system call fails with EFAULT\)
// A system call that writes to memory that is protected fails with EFAULT, and leaves it as it was.
#include <assert.h>
#include <stddef.h>
#include <sys/mman.h>
#include <unistd.h>

int main(void)
{
    int ends[2];
    char *pages = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    assert(pipe(ends) == 0 && write(ends[1], "x", 1) == 1);
    mprotect(pages, 4096, PROT_READ);
    assert(read(ends[0], pages, 1) == 1 && pages[0] == 'x');
    return 0;
}
