// expect: safe
// por: source optimal default
// sleep-blocked: allowed
// A signal for the process that one thread blocks before its handler could begin there is for another thread.
// Which threads an operation touches depends on who lets the signal through.
#include <pthread.h>
#include <semaphore.h>
#include <signal.h>
#include <unistd.h>

static sem_t handled;
static sigset_t set;

static void handle(int number)
{
    (void)number;
    sem_post(&handled);
}

static void *lets_through(void *argument)
{
    pthread_sigmask(SIG_BLOCK, &set, NULL);
    return argument;
}

static void *sends(void *argument)
{
    pthread_sigmask(SIG_BLOCK, &set, NULL);
    kill(getpid(), SIGUSR1);
    return argument;
}

int main(void)
{
    pthread_t first, second;
    signal(SIGUSR1, handle);
    sem_init(&handled, 0, 0);
    sigaddset(&set, SIGUSR1);
    pthread_create(&first, NULL, lets_through, NULL);
    pthread_create(&second, NULL, sends, NULL);
    while (sem_wait(&handled))
        ;
    pthread_join(first, NULL);
    pthread_join(second, NULL);
    return 0;
}
