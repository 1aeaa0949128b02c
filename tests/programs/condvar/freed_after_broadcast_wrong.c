// expect: violation
// kinds: memory
// The memory of a condition variable is released while a woken thread is still in pthread_cond_wait, without
// pthread_cond_destroy, which POSIX lets be called then, and in which glibc waits for that thread.
#include <pthread.h>
#include <stdlib.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t *opened;
static int open;

static void *waiter(void *argument)
{
    pthread_mutex_lock(&lock);
    if (!open)
        pthread_cond_wait(opened, &lock); // <- violation
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
    free(opened);
    pthread_join(t, NULL);
    return 0;
}
