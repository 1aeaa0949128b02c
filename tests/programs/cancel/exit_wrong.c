// expect: violation
// kinds: deadlock
// The handler of the other kind of end is forgotten: pthread_exit leaves the mutex locked.
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int count;

static void note(void *argument)
{
    ++*(int *)argument;
}

static void *worker(void *argument)
{
    pthread_mutex_lock(&lock);
    pthread_cleanup_push(note, &count);
    if (count == 0)
        pthread_exit(NULL);
    pthread_cleanup_pop(1);
    pthread_mutex_unlock(&lock);
    return argument;
}

int main(void)
{
    pthread_t t[2];
    for (int k = 0; k < 2; k++)
        pthread_create(&t[k], NULL, worker, NULL);
    for (int k = 0; k < 2; k++)
        pthread_join(t[k], NULL);
    return 0;
}
