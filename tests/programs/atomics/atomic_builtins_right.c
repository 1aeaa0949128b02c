// expect: safe
#include <assert.h>
#include <pthread.h>

static int x;
static long value, out;

static void *worker(void *argument)
{
    __atomic_add_fetch(&x, 1, __ATOMIC_SEQ_CST);
    return argument;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, worker, NULL);
    __atomic_fetch_add(&x, 10, __ATOMIC_RELAXED);
    pthread_join(t, NULL);
    assert(__atomic_load_n(&x, __ATOMIC_ACQUIRE) == 11);
    __atomic_store_n(&x, 6, __ATOMIC_RELEASE);
    assert(__atomic_exchange_n(&x, 12, __ATOMIC_ACQ_REL) == 6);
    assert(__atomic_fetch_nand(&x, 8, __ATOMIC_SEQ_CST) == 12 && x == ~8);
    int expected = ~8;
    assert(__atomic_compare_exchange_n(&x, &expected, 3, 0, __ATOMIC_SEQ_CST, __ATOMIC_RELAXED) && x == 3);
    long desired = 40;
    __atomic_store(&value, &desired, __ATOMIC_SEQ_CST);
    desired = 41;
    __atomic_exchange(&value, &desired, &out, __ATOMIC_SEQ_CST);
    assert(value == 41 && out == 40);
    __atomic_load(&value, &out, __ATOMIC_SEQ_CST);
    assert(out == 41);
    char lock = 0;
    assert(!__atomic_test_and_set(&lock, __ATOMIC_SEQ_CST) && __atomic_test_and_set(&lock, __ATOMIC_SEQ_CST));
    __atomic_clear(&lock, __ATOMIC_SEQ_CST);
    assert(!lock);
    return 0;
}
