// expect: violation
// kinds: assertion
// Sleeping ends early, whatever the flags of the handler are.
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <unistd.h>

static void handle(int number)
{
    (void)number;
}

static void *worker(void *argument)
{
    int result = usleep(1000);
    assert(result == 0 || errno == EINTR);
    assert(result == 0); // <- violation
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
