// expect: safe
// executions: none=10 source=4 default=4
// por: none source default
// An invalid time is an error before the thread would wait, whether or not somebody cancels it meanwhile.
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <semaphore.h>

static sem_t semaphore;

static void *work(void *argument)
{
    struct timespec time = {0, -1};
    int result = sem_timedwait(&semaphore, &time);
    assert(result == -1 && errno == EINVAL);
    return argument;
}

int main(void)
{
    pthread_t thread;
    sem_init(&semaphore, 0, 1);
    pthread_create(&thread, NULL, work, NULL);
    pthread_cancel(thread);
    pthread_join(thread, NULL);
}
