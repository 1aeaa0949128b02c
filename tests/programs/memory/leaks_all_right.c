// heddle: --property=leak --leaks=all
// expect: safe
// Which thread releases the block depends on the schedule; one of them does.
#include <pthread.h>
#include <stdlib.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int *block;

static void *release(void *unused)
{
    pthread_mutex_lock(&lock);
    free(block);
    block = NULL;
    pthread_mutex_unlock(&lock);
    return unused;
}

int main(void)
{
    pthread_t thread;
    block = malloc(sizeof *block);
    pthread_create(&thread, NULL, release, NULL);
    release(NULL);
    pthread_join(thread, NULL);
    return 0;
}
