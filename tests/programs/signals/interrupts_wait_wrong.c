// expect: violation
// kinds: assertion
// A handler without SA_RESTART has sem_wait fail where it waits.
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#include <signal.h>

static sem_t told;

static void handle(int number)
{
    (void)number;
}

static void *worker(void *argument)
{
    assert(sem_wait(&told) == 0); // <- violation
    return argument;
}

int main(void)
{
    pthread_t t;
    struct sigaction action = {.sa_handler = handle};
    sigaction(SIGUSR1, &action, NULL);
    sem_init(&told, 0, 0);
    pthread_create(&t, NULL, worker, NULL);
    pthread_kill(t, SIGUSR1);
    sem_post(&told);
    pthread_join(t, NULL);
    return 0;
}
