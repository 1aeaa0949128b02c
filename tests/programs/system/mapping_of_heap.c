// expect: inconclusive
// message: munmap of .* what is none
// munmap of a block of the heap takes its pages away from the allocator, whatever that does then.
#include <stdlib.h>
#include <sys/mman.h>

int main(void)
{
    return munmap(aligned_alloc(4096, 4096), 4096);
}
