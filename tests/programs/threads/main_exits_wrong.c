// expect: violation
// kinds: deadlock
// main has left with the lock; the other thread waits for ever, and nothing ends the program.
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *worker(void *argument)
{
    pthread_mutex_lock(&lock);
    return argument;
}

int main(void)
{
    pthread_t t;
    pthread_mutex_lock(&lock);
    pthread_create(&t, NULL, worker, NULL);
    pthread_exit(NULL);
}
