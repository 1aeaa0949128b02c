// heddle: --property=data-race,assertion,deadlock
// expect: safe
// What is read behind the word is ordered by it.
#include "futex.h"

#include <assert.h>
#include <pthread.h>

static atomic_int word;
static int data;

static void *worker(void *argument)
{
    data = 1;
    atomic_store_explicit(&word, 1, memory_order_release);
    futex_wake(&word, 1);
    return argument;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, NULL, worker, NULL);
    while (!atomic_load_explicit(&word, memory_order_acquire))
        futex_wait(&word, 0);
    assert(data == 1);
    pthread_join(thread, NULL);
    return 0;
}
