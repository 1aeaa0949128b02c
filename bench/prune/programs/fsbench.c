// fsbench: a file system in small. Each of THREADS threads takes an inode and looks for a free block for it, starting from a
// place that two threads share. It looks at a block under the block's lock, and takes it in a second critical section.
// The claim: nobody else took the block in between. Violated.
#include <assert.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>

enum { BLOCKS = THREADS, FREE = 0 };

static pthread_mutex_t inode_lock[THREADS], block_lock[BLOCKS];
static int inode[THREADS];
static bool busy[BLOCKS];

static bool look(int block)
{
    pthread_mutex_lock(&block_lock[block]);
    bool found = busy[block];
    pthread_mutex_unlock(&block_lock[block]);
    return found;
}

static void take(int block)
{
    pthread_mutex_lock(&block_lock[block]);
    assert(!busy[block]);
    busy[block] = true;
    pthread_mutex_unlock(&block_lock[block]);
}

static void *allocate(void *argument)
{
    int file = (int)(intptr_t)argument;
    pthread_mutex_lock(&inode_lock[file]);
    if (inode[file] == FREE) {
        int block = 2 * file % BLOCKS;
        while (look(block))
            block = (block + 1) % BLOCKS;
        take(block);
        inode[file] = block + 1;
    }
    pthread_mutex_unlock(&inode_lock[file]);
    return NULL;
}

int main(void)
{
    pthread_t t[THREADS];
    for (int k = 0; k < THREADS; k++) {
        pthread_mutex_init(&inode_lock[k], NULL);
        pthread_mutex_init(&block_lock[k], NULL);
    }
    for (intptr_t k = 0; k < THREADS; k++)
        pthread_create(&t[k], NULL, allocate, (void *)k);
    for (int k = 0; k < THREADS; k++)
        pthread_join(t[k], NULL);
    return 0;
}
