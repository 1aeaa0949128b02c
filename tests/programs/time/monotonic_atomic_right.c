// expect: safe
// Along a release and an acquire time does not go back, nor does processor time.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <time.h>
#include <unistd.h>

static atomic_int ready;
static struct timespec sent;
static clock_t used;

static void *worker(void *argument)
{
    sleep(1);
    clock_gettime(CLOCK_MONOTONIC, &sent);
    used = clock();
    atomic_store_explicit(&ready, 1, memory_order_release);
    return argument;
}

int main(void)
{
    pthread_t t;
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    pthread_create(&t, NULL, worker, NULL);
    if (atomic_load_explicit(&ready, memory_order_acquire)) {
        clock_gettime(CLOCK_MONOTONIC, &now);
        assert(now.tv_sec > sent.tv_sec || (now.tv_sec == sent.tv_sec && now.tv_nsec >= sent.tv_nsec));
        assert(clock() >= used);
    }
    pthread_join(t, NULL);
    return 0;
}
