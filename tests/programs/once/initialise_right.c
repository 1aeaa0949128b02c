// expect: safe
// The routine runs once, and whoever calls pthread_once meanwhile waits for its end.
#include <assert.h>
#include <pthread.h>

static pthread_once_t once = PTHREAD_ONCE_INIT;
static int runs, value;

static void initialise(void)
{
    runs++;
    value = 42;
}

static void *worker(void *argument)
{
    pthread_once(&once, initialise);
    assert(value == 42);
    return argument;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, worker, NULL);
    worker(NULL);
    pthread_join(t, NULL);
    assert(runs == 1);
    return 0;
}
