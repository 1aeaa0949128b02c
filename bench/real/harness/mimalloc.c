// mimalloc: blocks that one thread allocates and another frees meanwhile. What is allocated must not overlap.
#include <assert.h>
#include <mimalloc.h>
#include <pthread.h>
#include <stddef.h>
#include <string.h>

// The allocator asks the system for random bytes, by their number alone; any would do here, so these are
// fixed.
long syscall(long number, void *bytes, size_t size, unsigned flags)
{
    (void)number;
    (void)flags;
    memset(bytes, 7, size);
    return (long)size;
}

static int *blocks[2];

static void *release(void *unused)
{
    (void)unused;
    mi_free(blocks[0]);
    return NULL;
}

int main(void)
{
    for (int i = 0; i < 2; i++) {
        blocks[i] = mi_malloc(sizeof(int));
        assert(blocks[i]);
        *blocks[i] = i;
    }
    pthread_t thread;
    pthread_create(&thread, NULL, release, NULL);
    mi_collect(false); // takes back what other threads have released
    int *other = mi_malloc(sizeof(int));
    assert(other && other != blocks[1]);
    *other = 7;
    assert(*blocks[1] == 1);
    pthread_join(thread, NULL);
    assert(*other == 7 && *blocks[1] == 1);
    mi_free(other);
    mi_free(blocks[1]);
    return 0;
}
