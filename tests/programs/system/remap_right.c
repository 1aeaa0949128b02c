// expect: safe
// A mapping that may move keeps what it holds; what is behind it is zero.
#define _GNU_SOURCE
#include <assert.h>
#include <sys/mman.h>

int main(void)
{
    char *memory = mmap(0, 5000, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    memory[8191] = 5;
    char *more = mremap(memory, 5000, 20000, MREMAP_MAYMOVE);
    assert(more != MAP_FAILED && more[8191] == 5 && more[8192] == 0 && more[20479] == 0);
    assert(mremap(more, 20000, 20100, MREMAP_MAYMOVE) == more);
    return munmap(more, 20000);
}
