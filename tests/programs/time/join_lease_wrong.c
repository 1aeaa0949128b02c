// expect: violation
// kinds: assertion
// Who waits for a thread that sleeps has waited as long: the lease has run out, in every native run.
#include <assert.h>
#include <pthread.h>
#include <time.h>
#include <unistd.h>

static void *worker(void *argument)
{
    sleep(2);
    return argument;
}

int main(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    time_t lease = now.tv_sec + 1;
    pthread_t t;
    pthread_create(&t, NULL, worker, NULL);
    pthread_join(t, NULL);
    clock_gettime(CLOCK_MONOTONIC, &now);
    assert(now.tv_sec <= lease); // <- violation
    return 0;
}
