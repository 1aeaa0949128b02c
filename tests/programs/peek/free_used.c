// expect: violation
// kinds: memory
// Shared memory released inside, and used by the other.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int *p;

static void *t1(void *argument)
{
    pthread_mutex_lock(&lock);
    free(p);
    pthread_mutex_unlock(&lock);
    return argument;
}

static void *t2(void *argument)
{
    pthread_mutex_lock(&lock);
    *p = 1;
    pthread_mutex_unlock(&lock);
    return argument;
}

int main(void)
{
    p = malloc(sizeof *p);
    pthread_t a, b;
    pthread_create(&a, NULL, t1, NULL);
    pthread_create(&b, NULL, t2, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
