// expect: safe
// por: classic source optimal default
// A thread that computes is cancelled at any moment: its handlers run, then the destructors of its values.
#include <assert.h>
#include <pthread.h>

static pthread_key_t key;
static int order, cleaned, destroyed;

static void destroy(void *value)
{
    (void)value;
    destroyed = ++order;
}

static void clean(void *argument)
{
    (void)argument;
    cleaned = ++order;
}

static volatile int sum;

static void *worker(void *argument)
{
    pthread_setspecific(key, &sum);
    pthread_cleanup_push(clean, NULL);
    pthread_setcanceltype(PTHREAD_CANCEL_ASYNCHRONOUS, NULL);
    for (int k = 1; k <= 2; k++)
        sum += k;
    pthread_setcanceltype(PTHREAD_CANCEL_DEFERRED, NULL);
    pthread_cleanup_pop(1);
    return argument;
}

int main(void)
{
    pthread_t t;
    void *result;
    pthread_key_create(&key, destroy);
    pthread_create(&t, NULL, worker, NULL);
    pthread_cancel(t);
    pthread_join(t, &result);
    assert(result == PTHREAD_CANCELED || sum == 3);
    assert(sum == 0 || sum == 1 || sum == 3);
    assert(cleaned == 1 && destroyed == 2);
    return 0;
}
