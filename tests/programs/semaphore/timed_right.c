// expect: safe
#include <assert.h>
#include <errno.h>
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
    if (sem_timedwait(&done, &limit) == 0)
        assert(x == 1);
    else
        assert(errno == ETIMEDOUT);
    pthread_join(t, NULL);
    return 0;
}
