// expect: violation
// kinds: assertion
// It takes some time until a signal arrives: what its sender does next may come first.
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#include <signal.h>

static sem_t told;
static volatile int handled;

static void handle(int number)
{
    (void)number;
    handled = 1;
}

static void *worker(void *argument)
{
    sem_wait(&told);
    assert(handled); // <- violation
    return argument;
}

int main(void)
{
    pthread_t t;
    signal(SIGUSR1, handle);
    sem_init(&told, 0, 0);
    pthread_create(&t, NULL, worker, NULL);
    pthread_kill(t, SIGUSR1);
    sem_post(&told);
    pthread_join(t, NULL);
    return 0;
}
