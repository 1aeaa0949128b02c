// expect: violation
// kinds: deadlock
// message: main spins for ever.*main.1 spins for ever
// Two threads look under one mutex for what nobody ever sets. Each keeps the other waiting for a moment, no more.
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int ready;

static void *worker(void *argument)
{
    for (;;) {
        pthread_mutex_lock(&lock);
        if (ready)
            break;
        pthread_mutex_unlock(&lock);
    }
    pthread_mutex_unlock(&lock);
    return argument;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, worker, NULL);
    worker(NULL);
    pthread_join(t, NULL);
    return 0;
}
