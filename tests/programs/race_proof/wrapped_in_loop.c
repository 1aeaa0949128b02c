// A lock that is made by way of two functions, one of which makes two of them: it is not one lock.
// heddle: --property=data-race
// expect: violation
// kinds: data-race
#include <pthread.h>
#include <stdlib.h>

static pthread_mutex_t *locks[2];
static int x;

static void *some_memory(size_t size)
{
    void *block = malloc(size);
    if (!block)
        abort();
    return block;
}

static pthread_mutex_t *new_lock(void)
{
    pthread_mutex_t *made = NULL;
    for (int k = 0; k < 2; k++) {
        made = some_memory(sizeof *made);
        pthread_mutex_init(made, NULL);
        locks[k] = made;
    }
    return made;
}

static void *run(void *argument)
{
    pthread_mutex_t *mine = *(pthread_mutex_t **)argument;
    pthread_mutex_lock(mine);
    x++; // <- violation
    pthread_mutex_unlock(mine);
    return NULL;
}

int main(void)
{
    pthread_t threads[2];
    new_lock();
    for (int k = 0; k < 2; k++)
        pthread_create(&threads[k], NULL, run, &locks[k]);
    for (int k = 0; k < 2; k++)
        pthread_join(threads[k], NULL);
    return 0;
}
