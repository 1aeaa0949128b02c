// expect: safe
#include <pthread.h>
#include <stdlib.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int *shared;

static void *reader(void *argument)
{
    pthread_mutex_lock(&lock);
    if (shared)
        *shared = 2;
    pthread_mutex_unlock(&lock);
    return argument;
}

int main(void)
{
    shared = malloc(sizeof *shared);
    pthread_t t;
    pthread_create(&t, NULL, reader, NULL);
    pthread_mutex_lock(&lock);
    free(shared);
    shared = NULL;
    pthread_mutex_unlock(&lock);
    pthread_join(t, NULL);
    return 0;
}
