// expect: violation
// kinds: assertion
// The look comes before the acquire, and so it may come before the other thread's sleep.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <time.h>
#include <unistd.h>

static atomic_int ready;
static struct timespec sent;

static void *worker(void *argument)
{
    sleep(1);
    clock_gettime(CLOCK_MONOTONIC, &sent);
    atomic_store_explicit(&ready, 1, memory_order_release);
    return argument;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, worker, NULL);
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    if (atomic_load_explicit(&ready, memory_order_acquire))
        assert(now.tv_sec >= sent.tv_sec); // <- violation
    pthread_join(t, NULL);
    return 0;
}
