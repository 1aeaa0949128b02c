// expect: safe
// Handlers, then destructors of thread-specific values, then the result; cancellation points in these are none.
#include <assert.h>
#include <pthread.h>

static pthread_key_t key;
static int order;

static void destroy(void *value)
{
    pthread_testcancel();
    order = order * 10 + (value == &key ? 3 : 9);
}

static void clean(void *digit)
{
    pthread_testcancel();
    order = order * 10 + (int)(long)digit;
}

static void inner(void)
{
    pthread_cleanup_push(clean, (void *)1);
    for (;;)
        pthread_testcancel();
    pthread_cleanup_pop(0);
}

static void *worker(void *argument)
{
    pthread_setspecific(key, &key);
    pthread_cleanup_push(clean, (void *)2);
    inner();
    pthread_cleanup_pop(0);
    return argument;
}

int main(void)
{
    pthread_t t;
    void *result;
    pthread_key_create(&key, destroy);
    pthread_create(&t, NULL, worker, NULL);
    pthread_cancel(t);
    pthread_cancel(t);
    pthread_join(t, &result);
    assert(result == PTHREAD_CANCELED && order == 123);
    return 0;
}
