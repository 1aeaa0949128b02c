// A handle of a thread that was joined is none any more.
// expect: violation
// kinds: lock
#include <pthread.h>
#include <signal.h>
#include <stddef.h>

static void *worker(void *argument)
{
    return argument;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, worker, NULL);
    pthread_join(t, NULL);
    pthread_kill(t, SIGUSR1); // <- violation
    return 0;
}
