// expect: violation
// kinds: assertion
// The time-out is taken for success.
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#include <time.h>

static sem_t done;
static int x;

static void *worker(void *argument)
{
    x = 1;
    sem_post(&done);
    return argument;
}

int main(void)
{
    sem_init(&done, 0, 0);
    pthread_t t;
    pthread_create(&t, NULL, worker, NULL);
    struct timespec limit;
    clock_gettime(CLOCK_REALTIME, &limit);
    limit.tv_sec += 2;
    sem_timedwait(&done, &limit);
    assert(x == 1); // <- violation
    pthread_join(t, NULL);
    return 0;
}
