// expect: violation
// kinds: assertion
// Two threads share a cache whose key is a block's address without its low bits, as a number. One releases its
// block and does not tell the cache; the other one's block may be where that was.
#include <assert.h>
#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static uintptr_t key;
static int cached;

static int look_up(const int *block)
{
    pthread_mutex_lock(&lock);
    if (key != (uintptr_t)block >> 4) {
        key = (uintptr_t)block >> 4;
        cached = *block;
    }
    int value = cached;
    pthread_mutex_unlock(&lock);
    return value;
}

static void *work(void *number)
{
    int *block = malloc(sizeof *block);
    *block = (int)(intptr_t)number;
    assert(look_up(block) == (int)(intptr_t)number); // <- violation
    free(block);
    return NULL;
}

int main(void)
{
    pthread_t threads[2];
    for (int k = 0; k < 2; k++)
        pthread_create(&threads[k], NULL, work, (void *)(intptr_t)(k + 1));
    for (int k = 0; k < 2; k++)
        pthread_join(threads[k], NULL);
}
