// expect: violation
// kinds: deadlock
// An early return keeps the lock.
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int stock = 1;

static void *take(void *argument)
{
    pthread_mutex_lock(&lock);
    if (stock == 0)
        return argument;
    stock--;
    pthread_mutex_unlock(&lock);
    return argument;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, take, NULL);
    take(NULL);
    pthread_join(t, NULL);
    pthread_mutex_lock(&lock);
    pthread_mutex_unlock(&lock);
    return 0;
}
