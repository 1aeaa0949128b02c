// expect: violation
// kinds: memory
// por: states default
// A mapping (mmap) and a block of the heap at the same address are not the same state: only one of them may be freed.
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

static volatile int flag;

static void *worker(void *unused)
{
    flag = 1;
    flag = 0;
    return unused;
}

int main(void)
{
    pthread_t t;
    void *block;
    pthread_create(&t, NULL, worker, NULL);
    if (flag) {
        block = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    } else {
        block = aligned_alloc(4096, 4096);
        memset(block, 0, 4096);
    }
    pthread_join(t, NULL);
    flag = 2;
    free(block);
    return 0;
}
