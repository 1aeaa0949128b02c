// expect: violation
// kinds: assertion
// A handler has sem_timedwait fail with EINTR while it waits, whatever the flags of its action are.
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <semaphore.h>
#include <signal.h>
#include <time.h>

static sem_t told;

static void handle(int number)
{
    (void)number;
}

static void *worker(void *argument)
{
    struct timespec late = {.tv_sec = 2000000000};
    int result = sem_timedwait(&told, &late);
    assert(result == 0 || errno == ETIMEDOUT); // <- violation
    return argument;
}

int main(void)
{
    pthread_t t;
    struct sigaction action = {.sa_handler = handle, .sa_flags = SA_RESTART};
    sigaction(SIGUSR1, &action, NULL);
    sem_init(&told, 0, 0);
    pthread_create(&t, NULL, worker, NULL);
    pthread_kill(t, SIGUSR1);
    pthread_join(t, NULL);
    return 0;
}
