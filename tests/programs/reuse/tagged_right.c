// expect: safe
// executions: none=1 source=1 optimal=1
// Only bits of addresses that are alike in all blocks are looked at, and addresses are moved within blocks: no
// address comes back for that.
#include <assert.h>
#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>

static void *work(void *unused)
{
    (void)unused;
    for (int round = 0; round < 2; round++) {
        int *block = malloc(4 * sizeof *block);
        uintptr_t tagged = (uintptr_t)block | 1;
        assert(tagged & 1 && (uintptr_t)block % sizeof *block == 0);
        int *again = (int *)(tagged & ~(uintptr_t)7);
        for (int *at = again; at < again + 4; at++)
            *at = (int)(at - again);
        assert(again[3] == 3);
        free(again);
    }
    return NULL;
}

int main(void)
{
    pthread_t threads[2];
    for (int k = 0; k < 2; k++)
        pthread_create(&threads[k], NULL, work, NULL);
    for (int k = 0; k < 2; k++)
        pthread_join(threads[k], NULL);
}
