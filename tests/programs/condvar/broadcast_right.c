// expect: safe
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t opened = PTHREAD_COND_INITIALIZER;
static int open;

static void *waiter(void *argument)
{
    pthread_mutex_lock(&lock);
    while (!open)
        pthread_cond_wait(&opened, &lock);
    pthread_mutex_unlock(&lock);
    return argument;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, NULL, waiter, NULL);
    pthread_create(&b, NULL, waiter, NULL);
    pthread_mutex_lock(&lock);
    open = 1;
    pthread_cond_broadcast(&opened);
    pthread_mutex_unlock(&lock);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
