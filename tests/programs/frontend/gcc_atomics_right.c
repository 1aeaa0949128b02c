// files: support/gcc_atomics.i
// expect: safe
// case: none classic source optimal default
// case: --property=data-race default
// GCC's built-in atomic operations take pointers to _Atomic types, here and where its <stdatomic.h> was preprocessed.
#include <assert.h>
#include <pthread.h>

_Atomic int counted, chosen;
_Atomic unsigned char small;
static int places[2];
static _Atomic(int *) place;
void told(void);
int first_told(void);

static void *worker(void *argument)
{
    int none = 0;
    __atomic_add_fetch(&counted, 2, __ATOMIC_RELAXED);
    __sync_fetch_and_or(&small, 3);
    __atomic_compare_exchange_n(&chosen, &none, argument ? 1 : 2, 0, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);
    told();
    return argument;
}

int main(void)
{
    pthread_t thread;
    __atomic_store_n(&place, &places[1], __ATOMIC_RELEASE);
    pthread_create(&thread, NULL, worker, &thread);
    worker(NULL);
    pthread_join(thread, NULL);
    assert(__atomic_load_n(&counted, __ATOMIC_ACQUIRE) == 4);
    assert(small == 3 && (chosen == 1 || chosen == 2));
    assert(__atomic_exchange_n(&place, places, __ATOMIC_SEQ_CST) == &places[1]);
    assert(first_told() == 1);
    __sync_lock_release(&chosen);
    assert(chosen == 0);
    return 0;
}
