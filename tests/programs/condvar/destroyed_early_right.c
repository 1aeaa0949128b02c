// heddle: --property=assertion,deadlock,lock,memory,data-race,leak
// expect: safe
// A condition variable is destroyed and its memory given to something else as soon as its waiters are woken.
#include <pthread.h>
#include <stdlib.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t *opened;
static int open, waiting;

static void *waiter(void *argument)
{
    pthread_mutex_lock(&lock);
    if (!open) {
        waiting++;
        pthread_cond_wait(opened, &lock);
        waiting--;
    }
    pthread_mutex_unlock(&lock);
    return argument;
}

int main(void)
{
    pthread_t threads[2];
    opened = malloc(sizeof *opened);
    pthread_cond_init(opened, NULL);
    for (int i = 0; i < 2; i++)
        pthread_create(&threads[i], NULL, waiter, NULL);
    pthread_mutex_lock(&lock);
    open = 1;
    pthread_cond_broadcast(opened);
    pthread_cond_destroy(opened);
    char *other = realloc(opened, 100);
    other[47] = 1;
    pthread_mutex_unlock(&lock);
    for (int i = 0; i < 2; i++)
        pthread_join(threads[i], NULL);
    free(other);
    return 0;
}
