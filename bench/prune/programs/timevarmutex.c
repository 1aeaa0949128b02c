// timevarmutex: the lock of a block changes over time. While the inode is free the block belongs to the lock of `busy`, and
// the second thread may clear it; once the first thread has taken the inode and set `busy`, it belongs to the inode's
// lock. Each claims that the block stays as it set it. Safe.
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t inode_lock = PTHREAD_MUTEX_INITIALIZER, busy_lock = PTHREAD_MUTEX_INITIALIZER;
static int block, busy, inode;

static void *allocate(void *argument)
{
    pthread_mutex_lock(&inode_lock);
    if (inode == 0) {
        pthread_mutex_lock(&busy_lock);
        busy = 1;
        pthread_mutex_unlock(&busy_lock);
        inode = 1;
    }
    block = 1;
    assert(block == 1);
    pthread_mutex_unlock(&inode_lock);
    return argument;
}

static void *release(void *argument)
{
    pthread_mutex_lock(&busy_lock);
    if (busy == 0) {
        block = 0;
        assert(block == 0);
    }
    pthread_mutex_unlock(&busy_lock);
    return argument;
}

int main(void)
{
    pthread_t first, second;
    pthread_create(&first, NULL, allocate, NULL);
    pthread_create(&second, NULL, release, NULL);
    pthread_join(first, NULL);
    pthread_join(second, NULL);
    return 0;
}
