// expect: safe
// A handler that interrupts another thread, which sleeps and looks in turn.
#include <pthread.h>
#include <signal.h>
#include <unistd.h>

static volatile sig_atomic_t stop;

static void handle(int number)
{
    (void)number;
    stop = 1;
}

static void *worker(void *argument)
{
    while (!stop)
        usleep(100);
    return argument;
}

int main(void)
{
    pthread_t t;
    signal(SIGUSR1, handle);
    pthread_create(&t, NULL, worker, NULL);
    pthread_kill(t, 0);
    pthread_kill(t, SIGUSR1);
    pthread_join(t, NULL);
    return 0;
}
