// expect: violation
// kinds: lock
// message: is locked again by the thread that holds it
// The handler takes the lock that the thread holds which it interrupts.
#include <pthread.h>
#include <signal.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int count;

static void handle(int number)
{
    (void)number;
    pthread_mutex_lock(&lock); // <- violation
    count++;
    pthread_mutex_unlock(&lock);
}

static void *worker(void *argument)
{
    pthread_mutex_lock(&lock);
    if (count)
        raise(SIGUSR1);
    count++;
    pthread_mutex_unlock(&lock);
    return argument;
}

int main(void)
{
    pthread_t t[2];
    signal(SIGUSR1, handle);
    for (int k = 0; k < 2; k++)
        pthread_create(&t[k], NULL, worker, NULL);
    for (int k = 0; k < 2; k++)
        pthread_join(t[k], NULL);
    return 0;
}
