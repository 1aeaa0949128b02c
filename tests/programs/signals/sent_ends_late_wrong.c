// expect: violation
// kinds: assertion
// A signal that nobody handles ends the program, but not at once: natively the assertion fails, since a thread
// blocks all signals until its routine begins.
#include <assert.h>
#include <pthread.h>
#include <signal.h>
#include <stddef.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static void *worker(void *argument)
{
    pthread_mutex_lock(&mutex);
    return argument;
}

int main(void)
{
    pthread_t t;
    pthread_mutex_lock(&mutex);
    pthread_create(&t, NULL, worker, NULL);
    pthread_kill(t, SIGTERM);
    assert(0);
    return 0;
}
