// expect: safe
// What a round calls besides does not matter: giving up the processor, sleeping, a pause of the processor.
#define _DEFAULT_SOURCE
#include <assert.h>
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <unistd.h>

static atomic_int stage;

static void *worker(void *argument)
{
    while (stage != 1)
        sched_yield();
    stage = 2;
    while (stage != 3)
        usleep(100);
    stage = 4;
    return argument;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, worker, NULL);
    stage = 1;
    while (stage != 2)
        __asm__ volatile("pause" ::: "memory");
    stage = 3;
    pthread_join(t, NULL);
    assert(stage == 4);
    return 0;
}
