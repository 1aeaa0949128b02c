// A signal that nobody handles ends the program, whichever thread it is for; if that has ended, nothing does.
// expect: violation
// kinds: assertion
#include <assert.h>
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
    pthread_kill(t, SIGTERM);
    assert(0); // <- violation
    return 0;
}
