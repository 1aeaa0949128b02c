// expect: violation
// kinds: lock
// A handler that takes a lock which its thread may hold.
// text: interrupt thread main.1
// text: !__runtime_(mailboxes|actions)
#include <assert.h>
#include <pthread.h>
#include <signal.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static void handle(int number)
{
    (void)number;
    pthread_mutex_lock(&mutex); // <- violation
    pthread_mutex_unlock(&mutex);
}

static void *worker(void *argument)
{
    pthread_mutex_lock(&mutex);
    pthread_mutex_unlock(&mutex);
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
