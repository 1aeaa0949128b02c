// expect: safe
// Allowed by POSIX: who has been woken need not have returned when a condition variable is destroyed.
#include <pthread.h>
#include <stdlib.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t *opened;
static int open;

static void *waiter(void *argument)
{
    pthread_mutex_lock(&lock);
    if (!open)
        pthread_cond_wait(opened, &lock);
    pthread_mutex_unlock(&lock);
    return argument;
}

int main(void)
{
    opened = malloc(sizeof *opened);
    pthread_cond_init(opened, NULL);
    pthread_t t;
    pthread_create(&t, NULL, waiter, NULL);
    pthread_mutex_lock(&lock);
    open = 1;
    pthread_cond_broadcast(opened);
    pthread_mutex_unlock(&lock);
    pthread_cond_destroy(opened);
    free(opened);
    pthread_join(t, NULL);
    return 0;
}
