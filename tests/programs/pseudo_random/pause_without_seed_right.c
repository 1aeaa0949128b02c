// A waiting loop that pauses for a random time, by a generator that is never seeded, and now and then yields instead.
// expect: safe
// por: default
#include <assert.h>
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <unistd.h>

static atomic_int ready;
static int data;

static void *wait_for_data(void *unused)
{
    unsigned seed = 3;
    while (!atomic_load(&ready)) {
        usleep((unsigned)rand() % 100);
        usleep((unsigned)rand_r(&seed) % 100);
        if (random() % 4 == 0)
            sched_yield();
    }
    assert(data == 1);
    return unused;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, NULL, wait_for_data, NULL);
    data = 1;
    atomic_store(&ready, 1);
    pthread_join(thread, NULL);
    return 0;
}
