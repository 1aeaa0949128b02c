// Waits that end by their time, and where the time is a variable of the function that waits: another one in each
// round, which the operation itself reads.
// expect: violation
// kinds: deadlock
// case: WAIT=1 none classic source optimal default
// case: WAIT=2 none classic source optimal default
// case: WAIT=3 none classic source optimal default
#include <pthread.h>
#include <semaphore.h>
#include <stdbool.h>
#include <time.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER, held = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t condition = PTHREAD_COND_INITIALIZER;
static sem_t semaphore;
static int ready;

static bool locks(void)
{
    struct timespec time = {5, 0};
    return pthread_mutex_timedlock(&held, &time) == 0;
}

static bool waits(void)
{
    struct timespec time = {7, 1};
    return sem_timedwait(&semaphore, &time) == 0;
}

static bool is_ready(void)
{
    struct timespec time = {7, 1};
    pthread_mutex_lock(&mutex);
    if (!ready)
        pthread_cond_timedwait(&condition, &mutex, &time);
    bool result = ready;
    pthread_mutex_unlock(&mutex);
    return result;
}

static void *worker(void *argument)
{
    while (!(WAIT == 1 ? locks() : WAIT == 2 ? waits() : is_ready()))
        ;
    return argument;
}

int main(void)
{
    pthread_t t;
    sem_init(&semaphore, 0, 0);
    pthread_mutex_lock(&held);
    pthread_create(&t, NULL, worker, NULL);
    pthread_join(t, NULL);
    return 0;
}
