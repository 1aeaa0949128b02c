// expect: violation
// kinds: assertion
// case: HOW=1 none default
// case: HOW=2 none default
// case: HOW=3 none default
// case: HOW=4 none default
// case: HOW=5 none default
// case: HOW=6 none default
// case: HOW=7 none default
// case: HOW=8 none default
// Hashes of a handle by all kinds of instructions: the next thread has the handle of the one that is over.
#include <assert.h>
#include <pthread.h>
#include <stdint.h>

static uint64_t hash(pthread_t handle)
{
    uint64_t h = (uint64_t)handle, result;
#if HOW == 1
    unsigned __int128 product = (unsigned __int128)h * 0x9e3779b97f4a7c15u;
    result = (uint64_t)product ^ (uint64_t)(product >> 64);
#elif HOW == 2
    result = __builtin_bswap64(h);
#elif HOW == 3
    if (__builtin_add_overflow(h, (uint64_t)17, &result))
        return 0;
#elif HOW == 4
    if (__builtin_mul_overflow(h, (uint64_t)3, &result))
        return 1;
#elif HOW == 5
    result = (uint64_t)(uintptr_t)((char *)(uintptr_t)17 + h);
#elif HOW == 6
    result = __builtin_bitreverse64(h);
#elif HOW == 7
    result = (uint64_t)(unsigned __int128)((__int128)h + 5);
#elif HOW == 8
    result = (uint64_t)(uintptr_t)((int *)(uintptr_t)32 + h);
#endif
    return result;
}

static void *work(void *argument)
{
    return argument;
}

int main(void)
{
    pthread_t old, new;
    pthread_create(&old, NULL, work, NULL);
    pthread_join(old, NULL);
    uint64_t before = hash(old);
    pthread_create(&new, NULL, work, NULL);
    assert(hash(new) != before); // <- violation
    pthread_join(new, NULL);
}
