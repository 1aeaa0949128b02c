// expect: safe
// A request for a thread that has returned from its start routine counts in a destructor: the rest of that
// destructor is left out, handlers that it has pushed run, and the result is PTHREAD_CANCELED. One for a
// thread that has called pthread_exit does not.
#include <assert.h>
#include <pthread.h>

static pthread_key_t key;
static int steps, handled;

static void clean(void *argument)
{
    (void)argument;
    handled++;
}

static void destroy(void *value)
{
    (void)value;
    pthread_cleanup_push(clean, NULL);
    steps++;
    pthread_testcancel();
    steps++;
    pthread_cleanup_pop(0);
}

static void *worker(void *exits)
{
    pthread_setspecific(key, &key);
    if (exits)
        pthread_exit(exits);
    return NULL;
}

static void *run(void *exits)
{
    pthread_t t;
    void *result;
    steps = handled = 0;
    pthread_create(&t, NULL, worker, exits);
    pthread_cancel(t);
    pthread_join(t, &result);
    return result;
}

int main(void)
{
    pthread_key_create(&key, destroy);
    void *result = run(NULL);
    if (result == NULL) // the request came too late
        assert(steps == 2 && handled == 0);
    else
        assert(result == PTHREAD_CANCELED && steps == 1 && handled == 1);
    result = run(&steps);
    assert(result == &steps && steps == 2 && handled == 0);
    return 0;
}
