// expect: violation
// kinds: deadlock
// The signal comes between the look at the flag and pause.
#include <assert.h>
#include <pthread.h>
#include <signal.h>
#include <unistd.h>

static volatile sig_atomic_t seen;

static void handle(int number)
{
    (void)number;
    seen = 1;
}

static void *worker(void *argument)
{
    while (!seen)
        pause();
    return argument;
}

int main(void)
{
    pthread_t t;
    signal(SIGUSR1, handle);
    pthread_create(&t, NULL, worker, NULL);
    pthread_kill(t, SIGUSR1);
    pthread_join(t, NULL);
    return 0;
}
