// expect: violation
// kinds: memory
// The old address is gone.
#define _GNU_SOURCE
#include <sys/mman.h>

int main(void)
{
    char *memory = mmap(0, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    mremap(memory, 4096, 8192, MREMAP_MAYMOVE);
    return *memory;
}
