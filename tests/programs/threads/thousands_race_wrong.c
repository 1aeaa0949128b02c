// expect: violation
// kinds: data-race
// por: optimal default
// heddle: --property=data-race
// timeout: 120
// As thousands_lock_wrong.c, and a data race: main reads without the lock what all threads write under it.
#include <pthread.h>

enum { COUNT = 400 };

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_t threads[COUNT];
static int sum;

static void *run(void *argument)
{
    pthread_mutex_lock(&lock);
    sum++;
    pthread_mutex_unlock(&lock);
    return argument;
}

int main(void)
{
    for (int k = 0; k < COUNT; k++)
        pthread_create(&threads[k], NULL, run, NULL);
    return sum;
}
