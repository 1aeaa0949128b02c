// expect: inconclusive
// message: this advice of madvise, where the program has mapped shared memory
// A segment keeps what it holds when it is not needed for now.
#define _GNU_SOURCE
#include <assert.h>
#include <stddef.h>
#include <sys/mman.h>
#include <sys/shm.h>

int main(void)
{
    int segment = shmget(IPC_PRIVATE, 4096, IPC_CREAT | 0600);
    char *page = shmat(segment, NULL, 0);
    page[0] = 1;
    assert(madvise(page, 4096, MADV_DONTNEED) == 0);
    assert(page[0] == 1);
    return shmdt(page);
}
