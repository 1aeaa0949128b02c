// expect: safe
#include <assert.h>
#include <pthread.h>

static int counter, flags;

static void *worker(void *argument)
{
    __sync_fetch_and_add(&counter, 2);
    __sync_or_and_fetch(&flags, 1);
    return argument;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, worker, NULL);
    __sync_add_and_fetch(&counter, 3);
    __sync_fetch_and_or(&flags, 2);
    pthread_join(t, NULL);
    assert(counter == 5 && flags == 3);
    assert(__sync_bool_compare_and_swap(&counter, 5, 6) && !__sync_bool_compare_and_swap(&counter, 5, 7));
    assert(__sync_val_compare_and_swap(&counter, 6, 8) == 6 && counter == 8);
    assert(__sync_lock_test_and_set(&counter, 1) == 8);
    __sync_lock_release(&counter);
    assert(counter == 0);
    assert(__sync_fetch_and_sub(&counter, 1) == 0 && __sync_fetch_and_and(&flags, 2) == 3);
    assert(__sync_fetch_and_xor(&flags, 3) == 2 && __sync_nand_and_fetch(&flags, 3) == ~1);
    __sync_synchronize();
    return 0;
}
