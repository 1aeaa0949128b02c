// expect: safe
// Destructors belong to the thread: a join waits for them, also after pthread_exit.
#include <assert.h>
#include <pthread.h>

static pthread_key_t key;
static int closed;

static void close_it(void *value)
{
    *(int *)value = 1;
}

static void *worker(void *argument)
{
    pthread_setspecific(key, &closed);
    pthread_exit(argument);
}

int main(void)
{
    pthread_key_create(&key, close_it);
    pthread_t t;
    pthread_create(&t, NULL, worker, NULL);
    pthread_join(t, NULL);
    assert(closed == 1);
    return 0;
}
