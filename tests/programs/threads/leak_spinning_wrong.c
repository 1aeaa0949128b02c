// heddle: --property=thread-leak
// expect: violation
// kinds: thread-leak
// line: 35
// The program ends although a thread goes on for ever; another has ended, and is not joined.
#include <pthread.h>
#include <stddef.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int stop;

static void *spins(void *argument)
{
    for (;;) {
        pthread_mutex_lock(&lock);
        int stopped = stop;
        pthread_mutex_unlock(&lock);
        if (stopped)
            return argument;
    }
}

static void *worker(void *argument)
{
    pthread_mutex_lock(&lock);
    pthread_mutex_unlock(&lock);
    return argument;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, spins, NULL);
    pthread_detach(t);
    pthread_create(&t, NULL, worker, NULL);
    return 0;
}
