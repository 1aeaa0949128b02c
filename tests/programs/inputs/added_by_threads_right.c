// expect: safe
// Three threads add inputs by compare-exchange: that the sum is right whatever comes first follows from equations between the inputs.
#include <assert.h>
#include <heddle.h>
#include <pthread.h>
#include <stdatomic.h>

#ifndef IS_WRONG // added_by_threads_wrong.c has one sum that is
#define IS_WRONG 0
#endif

enum { THREADS = 3 };

static atomic_uint sum;
static unsigned numbers[THREADS];

static void *add(void *number)
{
    unsigned seen = sum;
    while (!atomic_compare_exchange_weak(&sum, &seen, seen + *(unsigned *)number))
        ;
    return 0;
}

int main(void)
{
    pthread_t threads[THREADS];
    unsigned expected = 0;
    for (int k = 0; k < THREADS; k++) {
        heddle_symbolic(&numbers[k], sizeof numbers[k], "number");
        expected += numbers[k];
    }
    for (int k = 0; k < THREADS; k++)
        pthread_create(&threads[k], 0, add, &numbers[k]);
    for (int k = 0; k < THREADS; k++)
        pthread_join(threads[k], 0);
    assert(sum == expected && !IS_WRONG);
    return 0;
}
