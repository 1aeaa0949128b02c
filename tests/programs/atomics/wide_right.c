// clang: -mcx16
// expect: safe
// Atomic operations on 16 bytes are one operation each, whatever their names: two threads that add, exchange and compare
// lose nothing.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>

typedef unsigned __int128 wide;
#define BIG ((wide)1 << 64)

static _Atomic wide added;
static wide plain __attribute__((aligned(16))), swapped __attribute__((aligned(16)));

static void *worker(void *argument)
{
    added += BIG - 1; // the carry goes into the other word
    wide old = __sync_val_compare_and_swap(&plain, 0, 0);
    while (true) {
        wide found = __sync_val_compare_and_swap(&plain, old, old + BIG + 1);
        if (found == old)
            break;
        old = found;
    }
    *(wide *)argument = __atomic_exchange_n(&swapped, *(wide *)argument, __ATOMIC_SEQ_CST);
    return NULL;
}

int main(void)
{
    pthread_t thread;
    wide mine = 5 * BIG + 3, other = 7 * BIG + 4;
    pthread_create(&thread, NULL, worker, &other);
    worker(&mine);
    pthread_join(thread, NULL);
    assert(added == 2 * BIG - 2);
    assert(plain == 2 * BIG + 2);
    assert((mine == 0 && other == 5 * BIG + 3 && swapped == 7 * BIG + 4) ||
           (other == 0 && mine == 7 * BIG + 4 && swapped == 5 * BIG + 3));
    return 0;
}
