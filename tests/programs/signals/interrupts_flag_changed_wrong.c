// expect: violation
// kinds: assertion
// siginterrupt decides whether a handler has a function that waits begin again.
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <semaphore.h>
#include <signal.h>

static sem_t never, installed;
static pthread_t receiver;

static void handle(int number)
{
    (void)number;
}

static void *sends(void *argument)
{
    sem_wait(&installed);
    pthread_kill(receiver, SIGUSR1);
    return argument;
}

static void wait_for_handler(void)
{
    pthread_t thread;
    pthread_create(&thread, NULL, sends, NULL);
    sem_post(&installed);
    int result = sem_wait(&never);
    assert(result == 0); // <- violation
    pthread_join(thread, NULL);
}

int main(void)
{
    struct sigaction action;
    receiver = pthread_self();
    sem_init(&never, 0, 0);
    sem_init(&installed, 0, 0);
    signal(SIGUSR1, handle);
    sigaction(SIGUSR1, NULL, &action);
    assert(action.sa_flags & SA_RESTART);
    siginterrupt(SIGUSR1, 1);
    sigaction(SIGUSR1, NULL, &action);
    assert(!(action.sa_flags & SA_RESTART));
    wait_for_handler();
    return 0;
}
