// A waiting loop that pauses for a random time. A generator that is never seeded has another state in each round; with --rand=any it has
// none.
// heddle: --rand=any
// expect: safe
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <unistd.h>

static atomic_int ready;
static int data;

static void *wait_for_data(void *unused)
{
    while (!atomic_load(&ready))
        usleep((unsigned)rand() % 100);
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
