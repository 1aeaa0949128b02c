// clang: -mcx16
// expect: violation
// kinds: assertion
// A plain access to 16 bytes is two, of which the atomic one beside it sees the first half.
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

typedef unsigned __int128 wide;

static wide pair __attribute__((aligned(16)));

static void *writer(void *argument)
{
    pair = ((wide)1 << 64) + 1;
    return argument;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, NULL, writer, NULL);
    wide seen = __sync_val_compare_and_swap(&pair, 2, 2);
    assert((unsigned long)seen == (unsigned long)(seen >> 64)); // <- violation
    pthread_join(thread, NULL);
    return 0;
}
