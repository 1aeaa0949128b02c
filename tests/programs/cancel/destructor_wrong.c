// expect: violation
// kinds: assertion
// A thread that has returned from its start routine acts on a request at a cancellation point in a
// destructor, as in glibc.
#include <assert.h>
#include <pthread.h>

static pthread_key_t key;
static int steps;

static void destroy(void *value)
{
    (void)value;
    steps++;
    pthread_testcancel();
    steps++;
}

static void *worker(void *argument)
{
    pthread_setspecific(key, &key);
    return argument;
}

int main(void)
{
    pthread_t t;
    pthread_key_create(&key, destroy);
    pthread_create(&t, NULL, worker, NULL);
    pthread_cancel(t);
    pthread_join(t, NULL);
    assert(steps == 2);
    return 0;
}
